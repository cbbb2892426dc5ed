// A client written from section 7 of the specification alone, plus the desk's login. It imports
// nothing of the shop on purpose: it can do what any client can that never saw this repository.

export type Line = { product: { id: number; price: number | string }; quantity: number }

type Json = Record<string, unknown>

export type Way =
  | {
      deliveryMethod: 'pickup'
      pickupLocation: 'farmers_market' | 'farm_store'
      shippingAddress: null
    }
  | {
      deliveryMethod: 'shipping'
      pickupLocation: null
      shippingAddress: { address: string; city: string; state: string; zipCode: string }
    }

export const PICKUP: Way = {
  deliveryMethod: 'pickup',
  pickupLocation: 'farm_store',
  shippingAddress: null,
}

export const DELIVERY: Way = {
  deliveryMethod: 'shipping',
  pickupLocation: null,
  shippingAddress: {
    address: '1 River Street',
    city: 'Hot Springs',
    state: 'SD',
    zipCode: '57747',
  },
}

/** The message is the status, a colon, a space and the body (or the status text). */
export class CallFailure extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.body = body
  }
}

export function aLiteralClient(origin: string) {
  const cookies = new Map<string, string>()

  async function send(method: string, path: string, body?: Json | FormData): Promise<Response> {
    const headers: Record<string, string> = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json'
    const sent = body instanceof FormData ? body : body && JSON.stringify(body)
    const answer = await fetch(origin + path, { method, headers, ...(sent ? { body: sent } : {}) })
    for (const line of answer.headers.getSetCookie()) store(line)
    return answer
  }

  function store(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const isOver = /;\s*max-age=0\b/i.test(line) || pair.length === at + 1
    if (isOver) cookies.delete(pair.slice(0, at))
    else cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }

  /** Returns a success's JSON (null if empty); throws on failure. */
  async function call(method: string, path: string, body?: Json | FormData) {
    const answer = await send(method, path, body)
    const text = await answer.text()
    if (!answer.ok) throw new CallFailure(answer.status, answer.statusText, text)
    return text ? JSON.parse(text) : null
  }

  /** Loads data by the parts of its key; a 401 fails unless `on401` is 'null'. */
  async function load(parts: (string | number)[], on401: 'fail' | 'null' = 'fail') {
    try {
      return await call('GET', parts.join('/'))
    } catch (error) {
      if (on401 === 'null' && error instanceof CallFailure && error.status === 401) return null
      throw error
    }
  }

  return {
    call,
    load,
    signIn: (password: string) => call('POST', '/api/admin/login', { password }),
    upload: (picture: Blob) => call('POST', '/api/upload', formOf(picture)),

    /** Steps 2 and 4 of the checkout flow; confirms only if the intent asks for it. */
    async buy(lines: readonly Line[], way: Way, card = 'pm_card_visa') {
      const intent = await this.createIntent(totalOf(lines, way), card)
      if (intent.status === 'requires_confirmation')
        throw new Error('The card wants confirming in a browser.')
      return this.placeOrder(lines, way)
    },

    async createIntent(total: number, card: string) {
      const who = { customer_email: 'grace@example.com', customer_name: 'Grace Hopper' }
      const requested = { amount: Math.round(total * 100), payment_method_id: card, ...who }
      const answer = await send('POST', '/api/payments/stripe/create-intent', requested)
      const said = await answer.json()
      if (!answer.ok || said.error) throw new Error(said.error || 'Failed to create payment intent')
      return said
    },

    async placeOrder(lines: readonly Line[], way: Way) {
      const answer = await send('POST', '/api/orders', orderOf(lines, way))
      const said = await answer.json()
      if (!answer.ok) throw new Error(said.message || 'Failed to create order')
      return said
    },
  }
}

function formOf(picture: Blob): FormData {
  const form = new FormData()
  form.append('image', picture, 'picture.png')
  return form
}

/**
 * In dollars, added in floating point as any client may; section 9's fee from a subtotal of 20,
 * seen to the cent.
 */
function totalOf(lines: readonly Line[], way: Way): number {
  const subtotal = lines.reduce(
    (sum, { product, quantity }) => sum + Number(product.price) * quantity,
    0,
  )
  return way.deliveryMethod === 'shipping' && Number(subtotal.toFixed(2)) >= 20
    ? subtotal + 5
    : subtotal
}

function orderOf(lines: readonly Line[], way: Way): Json {
  return {
    orderData: {
      customerName: 'Grace Hopper',
      customerEmail: 'grace@example.com',
      customerPhone: '605 555 0100',
      total: totalOf(lines, way),
      paymentMethod: 'stripe',
      paymentStatus: 'completed',
      ...way,
      notes: 'Please ring twice.',
      userId: null,
    },
    items: lines.map(({ product, quantity }) => ({
      productId: product.id,
      quantity,
      price: product.price,
    })),
  }
}
