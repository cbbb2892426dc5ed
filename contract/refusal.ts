/** Every reason for which the shop says no. The status of each stands in `server/http/errors.ts`, its words where it is thrown. */
export type RefusalCode =
  | 'invalid'
  | 'card-number-in-text'
  | 'signed-out'
  | 'wrong-password'
  | 'payment-declined'
  | 'payment-missing'
  | 'payment-lapsed'
  | 'foreign-origin'
  | 'not-found'
  | 'sold-out'
  | 'product-gone'
  | 'price-changed'
  | 'order-exists'
  | 'payment-mismatch'
  | 'delivery-not-allowed'
  | 'stock-changed'
  | 'slug-taken'
  | 'refund-impossible'
  | 'setting-missing'
  | 'newsletter-closed'
  | 'too-large'
  | 'wrong-type'
  | 'too-often'
  | 'not-now'

/** What our own pages read when the shop says no: `message` is one sentence, `field` the path of the input it speaks of. */
export type RefusalBody = { code: RefusalCode | 'failed'; message: string; field?: string }
