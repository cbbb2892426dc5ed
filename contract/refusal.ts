/** HTTP statuses are in `server/http/errors.ts`. */
export type RefusalCode =
  | 'invalid'
  | 'card-number-in-text'
  | 'signed-out'
  | 'grant-ended'
  | 'phone-lost'
  | 'phones-unheard'
  | 'wrong-password'
  | 'sign-in-again'
  | 'passkey-refused'
  | 'passkey-needed'
  | 'payment-declined'
  | 'payment-missing'
  | 'payment-lapsed'
  | 'foreign-origin'
  | 'not-allowed'
  | 'link-over'
  | 'not-found'
  | 'sold-out'
  | 'product-gone'
  | 'price-changed'
  | 'order-exists'
  | 'confirm-email'
  | 'order-cancelled'
  | 'payment-mismatch'
  | 'delivery-not-allowed'
  | 'delivery-not-here'
  | 'paused'
  | 'place-closed'
  | 'day-closed'
  | 'day-full'
  | 'plan-changed'
  | 'stock-changed'
  | 'changed-meanwhile'
  | 'slug-taken'
  | 'password-fixed'
  | 'set-elsewhere'
  | 'refund-impossible'
  | 'change-impossible'
  | 'setting-missing'
  | 'mail-waiting'
  | 'person-needed'
  | 'person-forgotten'
  | 'question-answered'
  | 'backup-running'
  | 'restore-impossible'
  | 'newsletter-closed'
  | 'in-stock'
  | 'in-use'
  | 'list-full'
  | 'mail-missing'
  | 'mail-refused'
  | 'cards-refused'
  | 'other-account'
  | 'check-first'
  | 'payments-open'
  | 'address-missing'
  | 'nobody-subscribed'
  | 'letter-exists'
  | 'too-large'
  | 'wrong-type'
  | 'too-often'
  | 'not-now'

export type CurrentValue = string | number | boolean | null

/**
 * `field` is the input's path, such as `changes.3.stock`; `current` is the newer value of a field
 * somebody else changed.
 */
export type Problem = { field: string; message: string; current?: CurrentValue }

/**
 * `message` is one sentence, `field` the input's path, `problems` every fault if there may be
 * several.
 */
export type RefusalBody = {
  code: RefusalCode | 'failed'
  message: string
  field?: string
  problems?: readonly Problem[]
}
