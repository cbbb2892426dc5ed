import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { firstFive } from '#contract/calendar/zip-code.ts'
import { MIN_CHARGE } from '#contract/money/money.ts'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import type { CardEntryHandle, CardProvider, WalletDetails, WalletProps } from './card-provider.ts'
import { confirmAgain } from './cart-change.ts'
import type { Failure } from './failure.ts'
import type { Failed } from './pay.ts'
import { FailureLine } from './pay-line.tsx'
import { SectionCard } from './section-card.tsx'
import type { FieldName, Fields } from './use-fields.ts'
import type { PaymentStage } from './use-payment.ts'

type WalletButtonsProps = {
  wallets: CardProvider['wallets'] | undefined
  form: RefObject<HTMLFormElement | null>
  fields: Fields
  cart: CartOnScreen
  when: string | null
  stage: PaymentStage
  failure: Failure | null
  mayOpen: () => boolean
  onPay: (form: HTMLFormElement, wallet: CardEntryHandle) => Promise<boolean>
  onRefuse: (form: HTMLFormElement, failed: Failed) => void
}

export function WalletButtons(props: WalletButtonsProps) {
  const { wallets, form, fields, cart, when, stage, failure, mayOpen, onPay, onRefuse } = props
  const isDelivery = cart.deliveryMethod === 'delivery'
  const zip = firstFive(fields.typed('zipCode') ?? '')
  const isClear = when !== null && cart.total >= MIN_CHARGE && (!isDelivery || zip !== '')
  const isFillingIn = stage === 'filling in'
  const [isOpen, setIsOpen] = useState(false)
  const [isThere, setIsThere] = useState(false)
  const agreed = useRef(cart.total)
  // What is being paid for must not change meanwhile.
  if (isFillingIn && isOpen !== isClear) setIsOpen(isClear)
  if (!wallets || !isOpen) return null
  const pay: WalletProps['onPay'] = async (wallet, details) => {
    if (!form.current) return false
    if (cart.total !== agreed.current) {
      confirmAgain(cart.total)
      return false
    }
    const error = fillEmpty(form.current, fields, details)
    if (!error) return onPay(form.current, wallet)
    onRefuse(form.current, { error, field: 'address', isRefused: true, isOfWallet: true })
    return false
  }
  const buttons = wallets({
    onOpen: () => {
      agreed.current = cart.total
      return mayOpen()
    },
    onPay: pay,
    sums: cart,
    isDelivery,
    needsAddress: isDelivery && !fields.typed('address')?.trim(),
    isChosenZip: (other) => isSameZip(other, zip),
    onAvailable: setIsThere,
  })
  return (
    <div inert={!isFillingIn || !isThere} style={isThere ? {} : UNSEEN}>
      <SectionCard title="Pay in one tap">
        {buttons}
        <div aria-live="polite" data-wallet tabIndex={-1}>
          {failure?.isOfWallet && <FailureLine failure={failure} className="mt-3" />}
        </div>
        <p className="mt-3 flex items-center gap-3 text-[0.9375rem] text-bark-deep">
          <span className="grow border-t border-straw" />
          or with a card
          <span className="grow border-t border-straw" />
        </p>
      </SectionCard>
    </div>
  )
}

/** Rendered so that it can detect wallets, but takes no room. */
const UNSEEN = { position: 'absolute', visibility: 'hidden', width: '20rem' } as const

function isSameZip(one: string, other: string): boolean {
  return firstFive(one) !== '' && firstFive(one) === firstFive(other)
}

/** Typed fields stay. Returns why the address can't be used: the day is for another ZIP code. */
function fillEmpty(
  form: HTMLFormElement,
  fields: Fields,
  { name, email, phone, address }: WalletDetails,
): string | null {
  const shown = new FormData(form)
  const text = (field: FieldName) => String(shown.get(field) ?? '').trim()
  const takesAddress = address !== null && text('address') === ''
  if (takesAddress && !isSameZip(address.zip, text('zipCode')))
    return `The address in your wallet has another ZIP code (${address.zip}). Nothing was charged. Please type where we should deliver.`
  const [line = '', ...more] = takesAddress ? address.lines : []
  const known: [FieldName, string][] = [
    ['customerName', name],
    ['customerEmail', email],
    ['customerPhone', phone],
    ['address', line],
    ['apartment', more.join(', ')],
    ['city', takesAddress ? address.city : ''],
  ]
  flushSync(() => {
    for (const [field, value] of known) if (value && text(field) === '') fields.type(field, value)
  })
  return null
}
