/** Every permission the stand-in asks for, with the first step that meets it. */
export const PERMISSIONS = [
  ['rak_payment_intent_write', 'The publishable key is of the same account'],
  ['rak_payment_intent_read', 'The secret key opens your account'],
  ['rak_refund_write', 'Refunds can be made'],
  ['rak_refund_read', 'Refunds are listed'],
  ['rak_charge_read', 'Declined cards are counted'],
  ['rak_dispute_read', 'Disputes are listed'],
  ['rak_balance_transaction_source_read', 'Fees are listed'],
  ['rak_webhook_read', 'Stripe tells the shop what happens'],
  ['rak_webhook_write', 'Stripe tells the shop what happens'],
] as const
