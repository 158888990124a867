/** What lies in this browser until the server has it is private: it goes once its person is logged out. */
export const DRAFTS = "shapan.memo.";

export function forgetDrafts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(DRAFTS)) localStorage.removeItem(name);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
