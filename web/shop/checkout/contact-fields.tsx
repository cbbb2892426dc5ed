import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IF_SHORT, IF_SHORT_CHOICES } from '#contract/orders/if-short.ts'
import { AGREE_ON_DAY } from '#contract/orders/order-destination.ts'
import { formatPhone } from '#contract/people/phone-number.ts'
import { mailsAreSentQuery } from '#web/api/shop-queries.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { GiftFields } from '#web/ui/gift-fields.tsx'
import { MailHint } from '#web/ui/mail-hint.tsx'
import { afterPress } from './after-press.ts'
import { keepCursor, readEarly } from './early-fields.ts'
import { LaterField } from './later-field.tsx'
import type { FieldErrors } from './purchase.ts'
import { SectionCard } from './section-card.tsx'
import type { Fields } from './use-fields.ts'

const NAME = {
  label: 'Full name',
  autoComplete: 'name',
  autoCapitalize: 'words',
  spellCheck: false,
  enterKeyHint: 'next',
  required: true,
  className: 'sm:col-span-2',
} as const

const EMAIL = {
  label: 'Email',
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'next',
  required: true,
} as const

const PHONE = {
  label: 'Phone',
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel',
  enterKeyHint: 'next',
} as const

/** For typing while the page's code is still loading; what is typed goes into the form. */
export function EarlyFields() {
  const { customerName, customerEmail, customerPhone } = readEarly()
  useLayoutEffect(() => keepCursor, [])
  return (
    <SectionCard title="Your details">
      <div data-early className="checkout grid gap-4 sm:grid-cols-2">
        <TextField name="customerName" {...NAME} defaultValue={customerName} />
        <TextField
          name="customerEmail"
          {...EMAIL}
          defaultValue={customerEmail}
          hint={hintBy(undefined)}
        />
        <TextField
          name="customerPhone"
          {...PHONE}
          defaultValue={customerPhone}
          hint="We’ll only call about this order."
        />
      </div>
    </SectionCard>
  )
}

type ContactFieldsProps = {
  fields: Fields
  errors: FieldErrors
  needsPhone: boolean
  isDelivery: boolean
}

export function ContactFields({ fields, errors, needsPhone, isDelivery }: ContactFieldsProps) {
  const phone = fields.wired('customerPhone')
  const notes = fields.wired('notes')
  const ifShort = fields.wired('ifShort')
  const typePhone = ({ target: { value, selectionEnd } }: ChangeEvent<HTMLInputElement>) =>
    // Formatting in the middle of a number would make the cursor jump.
    fields.type('customerPhone', selectionEnd === value.length ? formatPhone(value) : value)
  return (
    <SectionCard title="Your details">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...fields.wired('customerName')} {...NAME} error={errors.customerName} />
        <MailField fields={fields} error={errors.customerEmail} />
        <TextField
          {...phone}
          {...PHONE}
          hint={needsPhone ? AGREE_ON_DAY : 'We’ll only call about this order.'}
          error={errors.customerPhone}
          onChange={typePhone}
          onBlur={() => fields.type('customerPhone', formatPhone(phone.value))}
        />
        <div className="sm:col-span-2">
          <GiftFields
            wired={(name) => ({ ...fields.wired(name), error: errors[name] })}
            onType={fields.type}
            isDelivery={isDelivery}
          />
        </div>
        <div className="grid gap-3 sm:col-span-2">
          <LaterField label="Add a note" icon={Plus} field={notes}>
            <TextAreaField
              {...notes}
              label="Special instructions"
              autoCapitalize="sentences"
              hint={
                isDelivery
                  ? 'Such as a gate code, or where to leave it.'
                  : 'Anything we should know.'
              }
              error={errors.notes}
            />
          </LaterField>
          <LaterField label="If we run out of something" icon={Plus} field={ifShort}>
            <SelectField
              {...ifShort}
              label="If we run out of something"
              hint="Frost or deer may take part of the harvest. It never costs you more."
              error={errors.ifShort}
              options={IF_SHORT.map((choice) => [choice, IF_SHORT_CHOICES[choice]])}
            >
              <option value="">Please choose</option>
            </SelectField>
          </LaterField>
        </div>
      </div>
    </SectionCard>
  )
}

function hintBy(areSent: boolean | undefined): string {
  if (areSent === undefined) return 'For your order and your receipt.'
  return areSent
    ? 'We’ll send your confirmation here.'
    : 'For your order. Save the link to your receipt to get back to it.'
}

function MailField({ fields, error }: { fields: Fields; error: string | undefined }) {
  const wired = fields.wired('customerEmail')
  const { data } = useQuery(mailsAreSentQuery)
  const place = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState(wired.value)
  const take = (address: string) => {
    const input = place.current?.querySelector('input')
    flushSync(() => fields.type('customerEmail', address))
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    input?.focus()
  }
  return (
    <div ref={place} className="grid content-start gap-2">
      <TextField
        {...wired}
        {...EMAIL}
        hint={hintBy(data?.areSent)}
        error={error}
        onBlur={({ target: { value } }) => afterPress(() => setLeft(value))}
      />
      <MailHint typed={left === wired.value ? left : ''} onTake={take} />
    </div>
  )
}
