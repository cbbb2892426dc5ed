// Runs in the browser with fake-stripe-js.ts, as a plain script: import only types.
import type { PaymentMethodResult, StripeCardElement } from '@stripe/stripe-js'

export type Card = Pick<
  StripeCardElement,
  'mount' | 'unmount' | 'destroy' | 'update' | 'focus' | 'blur' | 'clear'
> & {
  on: (event: string, receive: Receive) => Card
  once: (event: string, receive: Receive) => Card
  off: (event: string, receive: Receive) => Card
}
export type Receive = (sent: unknown) => void

type FrameSays = {
  from?: string
  event?: string
  message?: unknown
  call?: string
  answer?: PaymentMethodResult
}

type Frame = { src: string; title: string; height: string; options: object }

export function stripeFrame({ src, title, height, options }: Frame) {
  const frame = document.createElement('iframe')
  const id = `stand-in-${crypto.randomUUID()}`
  Object.assign(frame, { name: id, src, title, allow: 'payment *' })
  Object.assign(frame.style, { border: '0', width: '100%', height })
  const heard: [event: string, hear: Receive][] = []
  const calls = new Map<string, (answer: PaymentMethodResult) => void>()
  const bid = (doing: string, given: object = {}) =>
    frame.contentWindow?.postMessage({ doing, given }, '*')
  const listen = ({ data }: MessageEvent<FrameSays>) => {
    if (data.from !== id) return
    if (data.event === 'ready') bid('update', options)
    for (const [event, receive] of heard) if (event === data.event) receive(data.message)
    if (data.call && data.answer) calls.get(data.call)?.(data.answer)
  }
  window.addEventListener('message', listen)
  const remove = () => {
    window.removeEventListener('message', listen)
    frame.remove()
  }
  const element: Card = {
    mount: (place) =>
      (place instanceof HTMLElement ? place : document.querySelector(place))?.replaceChildren(
        frame,
      ),
    unmount: remove,
    destroy: remove,
    update: (more) => bid('update', more),
    focus: () => {
      frame.focus()
      bid('focus')
    },
    blur: () => bid('blur'),
    clear: () => bid('clear'),
    on: (event, receive) => {
      heard.push([event, receive])
      return element
    },
    once: (event, receive) => element.on(event, receive),
    off: (event, receive) => {
      const index = heard.findIndex(([name, one]) => name === event && one === receive)
      if (index >= 0) heard.splice(index, 1)
      return element
    },
  }
  return { frame, element, heard, calls, bid }
}
