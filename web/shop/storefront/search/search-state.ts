/** What a search field and its list share: the words, whether the list is open, and the id of the cell the keyboard is at. */
export type SearchState = { query: string; isOpen: boolean; active: string | null }
