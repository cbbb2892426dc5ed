export const SECRET_KEY = 'sk_test_standin'
export const PUBLISHABLE_KEY = 'pk_test_standin'
export const WEBHOOK_SECRET = 'whsec_standin'
/** The same account: a key with its ticks, the live mode, and a key after it was rolled. */
export const RESTRICTED_KEY = 'rk_test_standin'
export const LIVE_KEY = 'rk_live_standin'
export const LIVE_PUBLISHABLE_KEY = 'pk_live_standin'
export const ROLLED_KEY = 'rk_test_rolled'
export const ACCOUNT = 'acct_standin'
