import { TextField } from '#web/ui/field.tsx'
import { acceptedDigits, type CardField, groupedNumber, type TypedCard } from './test-cards.ts'

type CardFieldsProps = {
  typed: TypedCard
  faults: Partial<Record<CardField, string>>
  /** Null when what was typed cannot become a test number. */
  onType: (field: CardField, value: string | null) => void
}

/** Number, date and code of a test card; no names, so that no browser offers a real one and no form sends it. */
export function CardFields({ typed, faults, onType }: CardFieldsProps) {
  const field = (name: CardField) => ({
    'data-card': name,
    value: typed[name],
    error: faults[name],
    required: true,
    autoComplete: 'off',
    inputMode: 'numeric' as const,
  })
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        {...field('number')}
        label="Test card number"
        placeholder="4242 4242 4242 4242"
        className="col-span-2"
        onChange={(event) => {
          const digits = acceptedDigits(event.target.value)
          onType('number', digits === null ? null : groupedNumber(digits))
        }}
      />
      <TextField
        {...field('expiry')}
        label="Expires"
        placeholder="MM / YY"
        maxLength={7}
        onChange={(event) => onType('expiry', groupedExpiry(event.target.value, typed.expiry))}
      />
      <TextField
        {...field('cvc')}
        label="CVC"
        placeholder="123"
        maxLength={4}
        onChange={(event) => onType('cvc', event.target.value.replaceAll(/\D/g, ''))}
      />
    </div>
  )
}

function groupedExpiry(typed: string, before: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 4)
  const isGrowing = typed.length > before.length
  return digits.length > 2 || (digits.length === 2 && isGrowing)
    ? `${digits.slice(0, 2)} / ${digits.slice(2)}`
    : digits
}
