export const NEWSLETTER_CONSENT = 'News from our farm. You can unsubscribe at any time.'
