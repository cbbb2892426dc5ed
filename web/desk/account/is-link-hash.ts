/** Whether the desk was opened by a helper's link, or to paste one. */
export const isLinkHash = (hash: string) => /^link(?:\/|$)/.test(hash)
