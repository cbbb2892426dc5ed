/**
 * The queue of each kind of mail. `day_message`: the farmer's, to everyone on a day; `day_list`: the
 * day's list, to the farmer; `not_kept`: a payment became no order.
 */
export const MAIL_QUEUE_OF = {
  order_confirmed: 'orders',
  order_failed: 'orders',
  not_kept: 'orders',
  refunded: 'orders',
  changed: 'orders',
  cancelled: 'orders',
  add_link: 'orders',
  moved: 'days',
  day_message: 'days',
  reminder: 'days',
  ready: 'days',
  day_list: 'days',
  reply: 'replies',
  confirm: 'confirmations',
  letter: 'letters',
  wait_asked: 'waiting',
  back_in_stock: 'waiting',
  farm_news: 'farm',
  cards_changed: 'farm',
  hook_off: 'farm',
  pickup_link: 'requests',
} as const

export type MailKind = keyof typeof MAIL_QUEUE_OF
export type MailQueue = (typeof MAIL_QUEUE_OF)[MailKind]
export const MAIL_QUEUES: readonly MailQueue[] = [...new Set(Object.values(MAIL_QUEUE_OF))]

type KindsOf<Queue extends MailQueue> = {
  [Kind in MailKind]: (typeof MAIL_QUEUE_OF)[Kind] extends Queue ? Kind : never
}[MailKind]
export type OrderMailKind = Exclude<KindsOf<'orders'>, 'not_kept'>
export type DayMailKind = KindsOf<'days'>
