import { TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from './purchase.ts'
import { SectionCard } from './section-card.tsx'

export function ContactFields({ errors }: { errors: FieldErrors }) {
  return (
    <SectionCard title="Your details">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Full name"
          name="customerName"
          autoComplete="name"
          required
          error={errors.customerName}
          className="sm:col-span-2"
        />
        <TextField
          label="Email"
          name="customerEmail"
          type="email"
          autoComplete="email"
          required
          hint="We will send your confirmation here."
          error={errors.customerEmail}
        />
        <TextField
          label="Phone"
          name="customerPhone"
          type="tel"
          autoComplete="tel"
          error={errors.customerPhone}
        />
        <TextAreaField
          label="Special instructions"
          name="notes"
          hint="Anything we should know, such as a gate code."
          error={errors.notes}
          className="sm:col-span-2"
        />
      </div>
    </SectionCard>
  )
}
