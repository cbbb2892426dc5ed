import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { readToasts } from '#web/ui/toast-store.ts'
import type { CardEntryHandle, WalletDetails, WalletProps } from './card-provider.ts'
import { useFields } from './use-fields.ts'
import { WalletButtons } from './wallet-buttons.tsx'

const HANDLE = {} as CardEntryHandle
const OWNER: WalletDetails = {
  name: 'Ada Wallet',
  email: 'ada.wallet@example.com',
  phone: '605-555-0155',
  address: { lines: ['9 Creek Road', 'Unit 2'], city: 'Hot Springs', zip: '57747-1234' },
}
const NAMES = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'address',
  'apartment',
  'city',
] as const

const onPay = vi.fn(async () => true)
const onRefuse = vi.fn()
let shown: WalletProps | null = null

type Given = {
  total?: number
  method?: 'pickup' | 'delivery'
  when?: string | null
  mayOpen?: boolean
}

function AForm({ total = 500, method = 'delivery', when = 'Saturday', mayOpen = true }: Given) {
  const form = { current: document.querySelector('form') }
  const fields = useFields('a cart')
  const sums = { total: total as Cents, subtotal: total as Cents, deliveryFee: 0 as Cents }
  return (
    <form>
      {[...NAMES, 'zipCode' as const].map((name) => (
        <input key={name} aria-label={name} {...fields.wired(name)} />
      ))}
      <WalletButtons
        {...{ form, fields, when, onPay, onRefuse }}
        // Everything a wallet needs from a cart.
        cart={{ ...sums, deliveryMethod: method } as never}
        wallets={(props) => {
          shown = props
          return 'wallet'
        }}
        stage="filling in"
        failure={null}
        mayOpen={() => mayOpen}
      />
    </form>
  )
}

afterEach(() => {
  shown = null
  vi.clearAllMocks()
})

const open = (given: Given = {}) => {
  const view = render(<AForm {...given} />)
  view.rerender(<AForm {...given} />)
  return view
}
const type = (name: string, text: string) => userEvent.type(screen.getByLabelText(name), text)
const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value
const agree = async (details = OWNER) => {
  let isPaid = false
  await act(async () => {
    shown?.onOpen()
    isPaid = (await shown?.onPay(HANDLE, details)) ?? false
  })
  return isPaid
}

test('a wallet is offered only once it is clear when, and for a delivery where to', async () => {
  open({ when: null, method: 'pickup' })
  expect(shown).toBeNull()
  cleanup()
  open({ method: 'pickup' })
  expect(shown).not.toBeNull()
  cleanup()
  shown = null
  open()
  expect(shown).toBeNull()
  await type('zipCode', '57747')
  expect(shown).not.toBeNull()
})

test('it fills what is empty, and leaves what was typed', async () => {
  open()
  await type('zipCode', '57747')
  await type('customerName', 'Ada Typed')
  expect([await agree(), onPay.mock.calls.length]).toEqual([true, 1])
  expect(NAMES.map(value)).toEqual([
    ...['Ada Typed', 'ada.wallet@example.com', '605-555-0155'],
    ...['9 Creek Road', 'Unit 2', 'Hot Springs'],
  ])
})

test('it is asked for no address where one is typed, and its own changes nothing there', async () => {
  open()
  await type('zipCode', '57747')
  expect((shown as WalletProps | null)?.needsAddress).toBe(true)
  await type('address', '1 Typed Street')
  expect((shown as WalletProps | null)?.needsAddress).toBe(false)
  const elsewhere = { lines: ['5 Far Road'], city: 'Rapid City', zip: '57701' }
  expect(await agree({ ...OWNER, address: elsewhere })).toBe(true)
  expect(['address', 'city', 'zipCode'].map(value)).toEqual(['1 Typed Street', '', '57747'])
})

test('an address in another ZIP code than the chosen one is refused, and nothing is filled in or paid', async () => {
  open()
  await type('zipCode', '57747')
  const elsewhere = { lines: ['5 Far Road'], city: 'Rapid City', zip: '57701' }
  expect((shown as WalletProps | null)?.isChosenZip('57701')).toBe(false)
  expect((shown as WalletProps | null)?.isChosenZip('57747')).toBe(true)
  expect(await agree({ ...OWNER, address: elsewhere })).toBe(false)
  expect(onPay).not.toHaveBeenCalled()
  expect(onRefuse.mock.calls[0]?.[1].error).toMatch(
    /another ZIP code \(57701\)\. Nothing was charged/,
  )
  expect(NAMES.map(value).join('')).toBe('')
})

test('a total that changed while the wallet was open is said, and not paid', async () => {
  const { rerender } = open({ method: 'pickup' })
  act(() => void shown?.onOpen())
  rerender(<AForm method="pickup" total={900} />)
  let isPaid = true
  await act(async () => {
    isPaid = (await shown?.onPay(HANDLE, OWNER)) ?? true
  })
  expect([isPaid, onPay.mock.calls.length]).toEqual([false, 0])
  expect(readToasts()[0]?.description).toContain(
    'The total is now $9.00. You haven’t been charged.',
  )
})

test('it does not open while the cart says no', () => {
  open({ method: 'pickup', mayOpen: false })
  expect(shown?.onOpen()).toBe(false)
})
