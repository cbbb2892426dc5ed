export const SECRET_KEY = 'sk_test_standin'
export const PUBLISHABLE_KEY = 'pk_test_standin'
export const WEBHOOK_SECRET = 'whsec_standin'
export const ACCOUNT = 'acct_standin'
