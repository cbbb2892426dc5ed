export const BUNDLE: string
export const BUNDLE_SOURCES: string
export function isBundleCurrent(project: string): boolean
export function listSources(project: string): string
