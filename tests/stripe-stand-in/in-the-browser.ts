import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext, Route } from 'playwright-core'
import { testCardOf } from '#web/shop/checkout/sandbox/test-cards.ts'
import type { StandIn } from './stand-in.ts'

/** Stripe's origins for a browser; nothing else of Stripe may be requested. */
export const STRIPE_ORIGINS = [
  'https://js.stripe.com/',
  'https://hooks.stripe.com/',
  'https://api.stripe.com/',
  'https://pay.google.com/',
]

const LIBRARY = ['fake-frame.ts', 'fake-wallets.ts', 'fake-stripe-js.ts']

function asScript(name: string): string {
  return stripTypeScriptTypes(read(name))
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export (?=\w)/gm, '')
}

const FRAMES: Readonly<Record<string, string>> = {
  'https://js.stripe.com/stand-in/card': 'card-frame.html',
  'https://js.stripe.com/stand-in/wallets': 'wallets-frame.html',
  'https://js.stripe.com/stand-in/sheet': 'wallet-sheet.html',
  'https://pay.google.com/stand-in/sheet': 'wallet-sheet.html',
  'https://hooks.stripe.com/stand-in/bank': 'bank-frame.html',
}

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

export type StripeInTheBrowser = {
  /** While true, the library fails to load. */
  isBlocked: boolean
  /** Every number typed into Stripe's frame and sent to Stripe. */
  numbers: string[]
  walletCard: string
  /** Requests to anyone but the shop and Stripe; they're refused. */
  strangers: string[]
}

/**
 * Replaces Stripe in a browser: its library and frames are ours, its API is the stand-in, and no
 * other request gets out.
 */
export async function stripeInTheBrowser(
  context: BrowserContext,
  shopUrl: string,
  { port }: StandIn,
): Promise<StripeInTheBrowser> {
  const library = LIBRARY.map(asScript).join('\n')
  const seen: StripeInTheBrowser = {
    isBlocked: false,
    numbers: [],
    walletCard: 'pm_card_visa',
    strangers: [],
  }
  await context.route('**/*', (route) => {
    const { origin, pathname } = new URL(route.request().url())
    const at = `${origin}${pathname}`
    if (origin === shopUrl) return route.fallback()
    if (/^https:\/\/js\.stripe\.com\/[a-z]+\/stripe\.js$/.test(at))
      return seen.isBlocked
        ? route.abort()
        : route.fulfill({ contentType: 'text/javascript', body: library })
    const frame = FRAMES[at]
    if (frame) return route.fulfill({ contentType: 'text/html', body: read(frame) })
    if (at === 'https://api.stripe.com/v1/payment_methods') return answerMethod(route, seen)
    if (origin === 'https://api.stripe.com')
      return forward(route, `http://127.0.0.1:${port}${pathname}`)
    seen.strangers.push(at)
    return route.abort()
  })
  return seen
}

const CORS = { 'access-control-allow-origin': '*' }

/**
 * A card makes a new payment method each time; a number that's no test card is declined, as in
 * Stripe's test mode.
 */
function answerMethod(route: Route, seen: StripeInTheBrowser): Promise<void> {
  const { numbers, walletCard } = seen
  const form = new URLSearchParams(route.request().postData() ?? '')
  const number = form.get('card[number]') ?? ''
  numbers.push(number)
  const typed = testCardOf(number)?.token ?? 'pm_card_chargeDeclined'
  const token = form.has('card[wallet]') ? walletCard : typed
  return route.fulfill({
    headers: CORS,
    json: { id: `${token}_click${numbers.length}`, object: 'payment_method' },
  })
}

async function forward(route: Route, url: string): Promise<void> {
  const request = route.request()
  const answer = await fetch(url, {
    method: request.method(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: request.postData(),
  })
  await route.fulfill({
    status: answer.status,
    headers: CORS,
    contentType: 'application/json',
    body: await answer.text(),
  })
}
