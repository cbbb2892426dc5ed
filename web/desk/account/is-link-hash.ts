export const isLinkHash = (hash: string) => /^link(?:\/|$)/.test(hash)
