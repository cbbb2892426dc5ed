import type { ChangeEvent } from 'react'
import { formatPhone } from '#contract/people/phone-number.ts'
import { TextAreaField, TextField } from './field.tsx'

type GiftField = 'isGift' | 'giftTo' | 'giftPhone' | 'giftMessage' | 'giftPrices'

type GiftFieldsProps = {
  /** A tick's value is `yes` or empty. */
  wired: (name: GiftField) => {
    name: string
    value: string
    error: string | undefined
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  }
  onType: (name: GiftField, value: string) => void
  isDelivery: boolean
}

export function GiftFields({ wired, onType, isDelivery }: GiftFieldsProps) {
  const isGift = wired('isGift').value === 'yes'
  const phone = wired('giftPhone')
  return (
    <div className="grid gap-3">
      <Tick
        name="isGift"
        label="This is a gift"
        checked={isGift}
        onTick={(on) => onType('isGift', on ? 'yes' : '')}
      />
      {isGift && (
        <>
          <TextField
            {...wired('giftTo')}
            label="Recipient’s name"
            autoComplete="off"
            autoCapitalize="words"
            maxLength={120}
          />
          {isDelivery && (
            <TextField
              {...phone}
              label="Recipient’s phone"
              type="tel"
              inputMode="tel"
              autoComplete="off"
              hint="Only if nobody answers the door."
              onBlur={() => onType('giftPhone', formatPhone(phone.value))}
            />
          )}
          <TextAreaField
            {...wired('giftMessage')}
            label="Message"
            autoCapitalize="sentences"
            maxLength={300}
            hint="We write it on a card in the box."
          />
          <Tick
            name="hidesPrices"
            label="No prices in the box"
            checked={wired('giftPrices').value !== 'yes'}
            onTick={(on) => onType('giftPrices', on ? '' : 'yes')}
          />
        </>
      )}
    </div>
  )
}

type TickProps = { name: string; label: string; checked: boolean; onTick: (on: boolean) => void }

function Tick({ name, label, checked, onTick }: TickProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold">
      <input
        type="checkbox"
        name={name}
        value="yes"
        checked={checked}
        onChange={({ target }) => onTick(target.checked)}
        className="size-5 accent-leaf"
      />
      <span>{label}</span>
    </label>
  )
}
