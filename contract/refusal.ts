/** Why the shop refuses, each with the status of the answer. */
export const STATUS_OF = {
  invalid: 400,
  'card-number-in-text': 400,
  'delivery-not-here': 400,
  'signed-out': 401,
  'grant-ended': 401,
  'phone-lost': 401,
  'phones-unheard': 409,
  'wrong-password': 401,
  'passkey-refused': 401,
  'passkey-needed': 401,
  'payment-declined': 402,
  'payment-missing': 402,
  'payment-lapsed': 402,
  'sign-in-again': 403,
  'foreign-origin': 403,
  'not-allowed': 403,
  'not-found': 404,
  'sold-out': 409,
  'product-gone': 409,
  'price-changed': 409,
  'order-exists': 409,
  'confirm-email': 409,
  'order-cancelled': 409,
  'payment-mismatch': 409,
  'delivery-not-allowed': 409,
  paused: 409,
  'place-closed': 409,
  'day-closed': 409,
  'day-full': 409,
  'plan-changed': 409,
  'stock-changed': 409,
  'changed-meanwhile': 409,
  'slug-taken': 409,
  'password-fixed': 409,
  'set-elsewhere': 409,
  'refund-impossible': 409,
  'change-impossible': 409,
  'mail-waiting': 409,
  'person-needed': 409,
  'person-forgotten': 409,
  'question-answered': 409,
  'backup-running': 409,
  'restore-impossible': 409,
  'setting-missing': 404,
  'newsletter-closed': 409,
  'in-stock': 409,
  'in-use': 409,
  'link-over': 409,
  'list-full': 409,
  'mail-missing': 409,
  'mail-refused': 409,
  'cards-refused': 409,
  'other-account': 409,
  'check-first': 409,
  'payments-open': 409,
  'address-missing': 409,
  'nobody-subscribed': 409,
  'letter-exists': 409,
  'too-large': 413,
  'wrong-type': 415,
  'too-often': 429,
  'not-now': 503,
  failed: 500,
}

export type RefusalCode = keyof typeof STATUS_OF

export type CurrentValue = string | number | boolean | null

/** `field`: the input's path, such as `changes.3.stock`; `current`: the value somebody else set. */
export type Problem = { field: string; message: string; current?: CurrentValue }

/** `message` is one sentence, `field` the input's path, `problems` every fault if several. */
export type RefusalBody = {
  code: RefusalCode
  message: string
  field?: string
  problems?: readonly Problem[]
}
