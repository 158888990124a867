/* Searches and comparisons of lists of numbers, and products, for what mypyc makes of the engine (compile_ops.py).

   Python's own compare two objects at each step, and need an object of the number that is looked for. These read numbers
   that fit a word, and leave to Python whatever else lies in a list. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "CPy.h"

/* number * number: mypyc makes objects of both where one is negative, or has more than 30 bits. */
static inline CPyTagged Shapan_Multiply(CPyTagged left, CPyTagged right) {
#ifdef __GNUC__
    Py_ssize_t product;
    if (CPyTagged_CheckShort(left) && CPyTagged_CheckShort(right) &&
        !__builtin_mul_overflow((Py_ssize_t)left, CPyTagged_ShortAsSsize_t(right), &product)) {
        return (CPyTagged)product;
    }
#endif
    return CPyTagged_Multiply(left, right);
}

/* Tell whether an object is an integer that fits a word, and which. */
static inline int Shapan_Word(PyObject *one, Py_ssize_t *value) {
    int overflow;
    if (!PyLong_CheckExact(one)) {
        return 0;
    }
    *value = CPyLong_AsSsize_tAndOverflow(one, &overflow);
    return !overflow;
}

/* Compare as lists do: what is the same object is equal. -1 for an error. */
static inline int Shapan_Same(PyObject *one, PyObject *other) {
    Py_ssize_t a, b;
    int result;
    if (one == other) {
        return 1;
    }
    if (Shapan_Word(one, &a) && Shapan_Word(other, &b)) {
        return a == b;
    }
    Py_INCREF(one);
    Py_INCREF(other);
    result = PyObject_RichCompareBool(one, other, Py_EQ);
    Py_DECREF(one);
    Py_DECREF(other);
    return result;
}

/* Return the first place of a number from a place on, -1 where it is not there, -2 for an error. */
static Py_ssize_t Shapan_Find(PyObject *list, CPyTagged wanted, Py_ssize_t place) {
    PyObject *boxed = NULL;
    int is_short = CPyTagged_CheckShort(wanted), same;
    Py_ssize_t value = is_short ? CPyTagged_ShortAsSsize_t(wanted) : 0, found;
    for (; place < PyList_GET_SIZE(list); place++) {
        PyObject *one = PyList_GET_ITEM(list, place);
        if (is_short && Shapan_Word(one, &found)) {
            if (found != value) {
                continue;
            }
            break;
        }
        if (boxed == NULL) {
            boxed = CPyTagged_AsObject(wanted);
        }
        same = Shapan_Same(one, boxed);
        if (same < 0) {
            place = -2;
            break;
        }
        if (same) {
            break;
        }
    }
    Py_XDECREF(boxed);
    return place >= 0 && place >= PyList_GET_SIZE(list) ? -1 : place;
}

/* number in list */
static int Shapan_Contains(CPyTagged wanted, PyObject *list) {
    Py_ssize_t place = Shapan_Find(list, wanted, 0);
    return place == -2 ? -1 : place >= 0;
}

/* list.index(number) */
static CPyTagged Shapan_Index(PyObject *list, CPyTagged wanted) {
    Py_ssize_t place = Shapan_Find(list, wanted, 0);
    if (place < 0) {
        if (place == -1) {
            PyErr_SetString(PyExc_ValueError, "value is not in list");
        }
        return CPY_INT_TAG;
    }
    return CPyTagged_ShortFromSsize_t(place);
}

/* list.count(number) */
static CPyTagged Shapan_Count(PyObject *list, CPyTagged wanted) {
    Py_ssize_t place = -1, count = 0;
    while ((place = Shapan_Find(list, wanted, place + 1)) >= 0) {
        count++;
    }
    return place == -2 ? CPY_INT_TAG : CPyTagged_ShortFromSsize_t(count);
}

/* Tell whether so many entries of a list from a place on are those of another list. */
static inline int Shapan_Entries(PyObject *list, Py_ssize_t start, PyObject *other) {
    Py_ssize_t place;
    for (place = 0; place < PyList_GET_SIZE(other) && start + place < PyList_GET_SIZE(list); place++) {
        int same = Shapan_Same(PyList_GET_ITEM(list, start + place), PyList_GET_ITEM(other, place));
        if (same != 1) {
            return same;
        }
    }
    return 1;
}

/* list == list */
static int Shapan_Equal(PyObject *list, PyObject *other) {
    if (!PyList_CheckExact(list) || !PyList_CheckExact(other)) {
        return PyObject_RichCompareBool(list, other, Py_EQ);
    }
    return PyList_GET_SIZE(list) == PyList_GET_SIZE(other) ? Shapan_Entries(list, 0, other) : 0;
}

/* list != list */
static int Shapan_Differ(PyObject *list, PyObject *other) {
    int same;
    if (!PyList_CheckExact(list) || !PyList_CheckExact(other)) {
        return PyObject_RichCompareBool(list, other, Py_NE);
    }
    same = Shapan_Equal(list, other);
    return same < 0 ? same : !same;
}

/* list[slice] == list, without making the part */
static int Shapan_IsPart(PyObject *list, PyObject *part, PyObject *other) {
    Py_ssize_t start, stop, step;
    PySliceObject *said = (PySliceObject *)part;
    /* A part by two numbers that lies in the list, as nearly all are, is read without Python's own rules for others. */
    if (said->step == Py_None && Shapan_Word(said->start, &start) && Shapan_Word(said->stop, &stop) && start >= 0 &&
        start <= stop && stop <= PyList_GET_SIZE(list)) {
        return stop - start == PyList_GET_SIZE(other) ? Shapan_Entries(list, start, other) : 0;
    }
    if (PySlice_Unpack(part, &start, &stop, &step) < 0) {
        return -1;
    }
    if (PySlice_AdjustIndices(PyList_GET_SIZE(list), &start, &stop, step) != PyList_GET_SIZE(other)) {
        return 0;
    }
    if (step != 1) {
        PyErr_SetString(PyExc_ValueError, "a part of a row has no step");
        return -1;
    }
    return Shapan_Entries(list, start, other);
}

/* No sum of a million of such numbers leaves a word. */
#define SHAPAN_FAR ((Py_ssize_t)1 << (sizeof(Py_ssize_t) * 8 - 22))

/* sum(list) */
static PyObject *Shapan_Sum(PyObject *list) {
    Py_ssize_t total = 0, place, value;
    for (place = 0; place < PyList_GET_SIZE(list); place++) {
        int fits = place < 1000000 && Shapan_Word(PyList_GET_ITEM(list, place), &value);
        if (!fits || value > SHAPAN_FAR || value < -SHAPAN_FAR) {
            PyObject *builtin = PyDict_GetItemString(PyEval_GetBuiltins(), "sum");
            return PyObject_CallFunctionObjArgs(builtin, list, NULL);
        }
        total += value;
    }
    return PyLong_FromSsize_t(total);
}

/* any(list) */
static int Shapan_Any(PyObject *list) {
    Py_ssize_t place;
    for (place = 0; place < PyList_GET_SIZE(list); place++) {
        int is_true = PyObject_IsTrue(PyList_GET_ITEM(list, place));
        if (is_true) {
            return is_true;
        }
    }
    return 0;
}
