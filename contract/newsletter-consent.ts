export const NEWSLETTER_CONSENT = 'One email a week: what is fresh, and nothing else.'
