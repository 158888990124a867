/** Whether a click was meant for a button or link of what lies over the table, not for going on. */
export const withinReach = (target: EventTarget | null): boolean => target instanceof Element && target.closest("button, a") !== null;
