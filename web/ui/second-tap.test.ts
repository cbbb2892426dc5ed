import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dropSecondTaps } from './second-tap.ts'

beforeAll(dropSecondTaps)

const onBelow = vi.fn()

function aSheet() {
  document.body.innerHTML = '<button id="below">Hand out</button><button id="sheet">Paid</button>'
  const [below, sheet] = document.querySelectorAll('button')
  below?.addEventListener('click', onBelow)
  sheet?.addEventListener('click', () => sheet.remove())
  return { below, sheet }
}

type Place = { at: number; x?: number; detail?: number }

function tap(on: Element | undefined, { at, x = 300, detail = 1 }: Place) {
  const event = new MouseEvent('click', { bubbles: true, clientX: x, clientY: 600, detail })
  Object.defineProperties(event, { timeStamp: { value: at }, isTrusted: { value: true } })
  on?.dispatchEvent(event)
}

let now = 10_000

beforeEach(() => {
  onBelow.mockClear()
  now += 5000
})

test('the second tap of a double tap goes to nothing that came to the place of the first', () => {
  const { below, sheet } = aSheet()
  tap(sheet, { at: now })
  tap(below, { at: now + 150, x: 310 })
  expect(onBelow).not.toHaveBeenCalled()
  tap(below, { at: now + 900 })
  expect(onBelow).toHaveBeenCalledOnce()
})

test.each([
  ['elsewhere', { x: 340 }],
  ['by keyboard', { detail: 0 }],
  ['later', { later: 500 }],
])('a tap %s counts', (_, { later = 150, ...place }: Partial<Place> & { later?: number }) => {
  const { below, sheet } = aSheet()
  tap(sheet, { at: now })
  tap(below, { at: now + later, ...place })
  expect(onBelow).toHaveBeenCalledOnce()
})

test('taps on what stays count, however fast', () => {
  const { below } = aSheet()
  for (const at of [0, 60, 120]) tap(below, { at: now + at })
  expect(onBelow).toHaveBeenCalledTimes(3)
})
