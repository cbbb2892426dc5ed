import type { CardProvider } from '#contract/money/payments.ts'

/**
 * Sets the page's policy, which belongs to the document: /checkout and /admin need a full page
 * load. 'private' is a store page for one reader: not stored, not indexed.
 */
export type PageKind = 'store' | 'private' | 'checkout' | 'admin' | 'stall'

/** A choice, since the farm's subdomains may be served over http. */
export type Hsts = 'off' | keyof typeof TWO_YEARS
const TWO_YEARS = { on: 'max-age=63072000', subdomains: 'max-age=63072000; includeSubDomains' }

const STRIPE_ORIGIN = 'https://js.stripe.com'
const GOOGLE_PAY = 'https://pay.google.com'

export type Headers = Readonly<Record<string, string>>

export function commonHeaders(publicUrl: string | null, hsts: Hsts): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': permissions('()'),
    ...(publicUrl?.startsWith('https:') && hsts !== 'off'
      ? { 'strict-transport-security': TWO_YEARS[hsts] }
      : {}),
  }
}

function permissions(camera: '()' | '(self)', ...payers: string[]): string {
  const payment = ['self', ...[STRIPE_ORIGIN, ...payers].map((origin) => `"${origin}"`)]
  return `camera=${camera}, microphone=(), geolocation=(), usb=(), payment=(${payment.join(' ')}), fullscreen=(self "https://www.youtube-nocookie.com")`
}

export const API_HEADERS: Headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** For one reader: not stored, not indexed, no referrer. */
export const PRIVATE_HEADERS: Headers = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'same-origin',
}

export const FOREVER = 'public, max-age=31536000, immutable'

/** Other sites may show pictures and feeds. */
const FOR_OTHER_SITES: Headers = { 'cross-origin-resource-policy': 'cross-origin' }

/**
 * `*` instead of named origins: anyone may read a feed, no cookie travels, and it is cached by
 * address alone.
 */
export const FEED_HEADERS: Headers = {
  ...FOR_OTHER_SITES,
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=300',
}

export const PICTURE_HEADERS: Headers = {
  ...FOR_OTHER_SITES,
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
}

export type PageSetting = {
  publicUrl: string | null
  cards: CardProvider
  cdn: boolean
  isMissing?: boolean
}

/**
 * A CDN asks every five seconds on behalf of all visitors and shows its copy in between, so nothing
 * stays up for a minute after it was taken down. Pages contain nothing about their visitor, and the
 * live connection brings later changes.
 */
const CACHED_BY_CDN = 'public, max-age=0, s-maxage=5, stale-while-revalidate=50'

/** Lets a CDN keep it for a second: an answer it can't store would leave the old page in place. */
const MISSING_BEHIND_CDN = 'public, max-age=0, s-maxage=1'

export function pageHeaders(kind: PageKind, setting: PageSetting): Headers {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': cacheControl(kind, setting),
    'content-security-policy': policy(kind, setting),
    vary: 'Accept-Encoding',
    ...(kind === 'private' ? PRIVATE_HEADERS : {}),
    ...(takesStripe(kind, setting) ? WALLET_HEADERS : {}),
    ...(kind === 'stall' ? CAMERA_HEADERS : {}),
  }
}

function cacheControl(kind: PageKind, { cdn, isMissing }: PageSetting): string {
  if (kind !== 'store') return 'no-store'
  if (!cdn) return 'no-cache'
  return isMissing ? MISSING_BEHIND_CDN : CACHED_BY_CDN
}

function takesStripe(kind: PageKind, { cards }: PageSetting): boolean {
  return kind === 'checkout' && cards === 'stripe'
}

/** Wallets open their own window, which must be able to answer the page. */
const WALLET_HEADERS: Headers = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': permissions('()', GOOGLE_PAY),
}

/** The phone at the stall reads pickup passes; no other page has a camera. */
const CAMERA_HEADERS: Headers = { 'permissions-policy': permissions('(self)') }

/** For Stripe's card field, its challenges and Google's wallet; no other page needs these. */
const STRIPE_JS = `${STRIPE_ORIGIN} https://*.js.stripe.com`
const STRIPE_FRAMES = `${STRIPE_JS} https://hooks.stripe.com ${GOOGLE_PAY}`
/** Chrome fetches Google's payment handler from these on behalf of the page. */
const STRIPE_CALLS = `https://api.stripe.com ${GOOGLE_PAY} https://google.com/pay https://www.google.com/pay`

/** Radix sets style elements and attributes, hence inline styles; scripts are our files. */
function policy(kind: PageKind, setting: PageSetting): string {
  const { publicUrl } = setting
  const stripe = takesStripe(kind, setting)
  const socket = publicUrl ? ` ${publicUrl.replace(/^http/, 'ws')}` : ''
  const ownFrames = kind === 'checkout' ? "'none'" : 'https://www.youtube-nocookie.com'
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "font-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `script-src 'self'${stripe ? ` ${STRIPE_JS}` : ''}`,
    `connect-src 'self'${socket}${stripe ? ` ${STRIPE_CALLS}` : ''}`,
    `frame-src ${stripe ? STRIPE_FRAMES : ownFrames}`,
  ].join('; ')
}
