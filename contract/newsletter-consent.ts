export const NEWSLETTER_CONSENT = 'One letter a week: what is fresh, and nothing else.'
