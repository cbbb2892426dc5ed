import type { Sentences } from '../shared/history-state.ts'

/** The history holds no secrets, so neither do these. */
export const SETUP_SENTENCES = {
  'cards changed': ({ before, after }) =>
    after ? (before ? 'Stripe keys replaced' : 'Stripe connected') : 'Stripe keys taken out',
  'buyer trusted': () => 'A customer may always pay at pickup',
  'buyer refused': () => 'A customer may no longer pay at pickup',
  'buyer removed': () => 'A customer taken off the list for pay at pickup',
  'hook created': ({ after }) => `Webhook made: ${after?.url ?? ''}`,
  'hook changed': ({ after }) => `Webhook changed: ${after?.url ?? ''}`,
  'hook secret changed': ({ after }) => `Webhook given a new secret: ${after?.url ?? ''}`,
  'hook sent again': ({ after }) => `Events sent again to the webhook: ${after?.url ?? ''}`,
  'hook deleted': ({ before }) => `Webhook ended: ${before?.url ?? ''}`,
  'email changed': ({ after }) => (after ? 'Email settings changed' : 'Email turned off'),
} as const satisfies Sentences
