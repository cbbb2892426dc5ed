import { formatPhone } from '#contract/people/phone-number.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from './purchase.ts'
import type { Fields } from './use-fields.ts'

type GiftFieldsProps = { fields: Fields; errors: FieldErrors; isDelivery: boolean }

export function GiftFields({ fields, errors, isDelivery }: GiftFieldsProps) {
  const isGift = fields.typed('isGift') === 'yes'
  const phone = fields.wired('giftPhone')
  return (
    <div className="grid gap-3 sm:col-span-2">
      <Tick
        name="isGift"
        label="This is a gift"
        checked={isGift}
        onTick={(on) => fields.type('isGift', on ? 'yes' : '')}
      />
      {isGift && (
        <>
          <TextField
            {...fields.wired('giftTo')}
            label="Recipient’s name"
            autoComplete="off"
            autoCapitalize="words"
            maxLength={120}
            error={errors.giftTo}
          />
          {isDelivery && (
            <TextField
              {...phone}
              label="Recipient’s phone"
              type="tel"
              inputMode="tel"
              autoComplete="off"
              hint="Only if nobody answers the door."
              error={errors.giftPhone}
              onBlur={() => fields.type('giftPhone', formatPhone(phone.value))}
            />
          )}
          <TextAreaField
            {...fields.wired('giftMessage')}
            label="Message"
            autoCapitalize="sentences"
            maxLength={300}
            hint="We write it on a card in the box."
            error={errors.giftMessage}
          />
          <Tick
            name="hidesPrices"
            label="No prices in the box"
            checked={fields.typed('giftPrices') !== 'yes'}
            onTick={(on) => fields.type('giftPrices', on ? '' : 'yes')}
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
