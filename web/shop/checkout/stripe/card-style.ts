import type { StripeElementStyle } from '@stripe/stripe-js'

/** The shop's looks inside Stripe's frame, which our fonts do not reach; the whole height of the field takes a tap. */
export function cardStyle(): StripeElementStyle {
  const tokens = getComputedStyle(document.documentElement)
  const colour = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim()
  return {
    base: {
      color: colour('soil'),
      iconColor: colour('bark-deep'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      lineHeight: '45px',
      '::placeholder': { color: colour('bark-deep') },
      ':disabled': { color: colour('bark-deep') },
    },
    invalid: { color: colour('beet'), iconColor: colour('beet') },
  }
}
