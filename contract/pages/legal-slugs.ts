export const LEGAL_SLUGS = ['terms', 'refunds', 'privacy'] as const
export type LegalSlug = (typeof LEGAL_SLUGS)[number]

export const PRIVACY_PATH = '/pages/privacy'

export const REFUNDS_PATH = '/pages/refunds'
