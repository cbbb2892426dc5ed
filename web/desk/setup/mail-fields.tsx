import { MAIL_TLS, type MailSetup, type MailTls, type WaitingMails } from '#contract/mail-setup.ts'
import { Field, TextField } from '#web/ui/field.tsx'
import { type FieldErrors, wiredTo } from '../shared/checked-form.ts'
import { Segments } from '../shared/segments.tsx'

export type Typed = { host: string; port: string; user: string; from: string; testTo: string }

type FieldsProps = { typed: Typed; onType: (typed: Typed) => void; errors: FieldErrors }

export function ServerFields({
  tls,
  onTls,
  ...props
}: FieldsProps & { tls: MailTls; onTls: (tls: MailTls) => void }) {
  const wired = wiredTo(props)
  return (
    <>
      <TextField
        label="Mail server"
        required
        hint="Such as smtp.example.com."
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        {...wired('host')}
      />
      <Field label="Encryption" required error={props.errors.tls}>
        {() => (
          <Segments
            label="Encryption"
            name="tls"
            options={MAIL_TLS.map((one) => [one, TLS_LABELS[one]] as const)}
            value={tls}
            onChoose={onTls}
          />
        )}
      </Field>
      <TextField label="Port" required inputMode="numeric" {...wired('port')} />
      <TextField
        label="User"
        hint="Often the whole email address."
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...wired('user')}
      />
    </>
  )
}

const TLS_LABELS: Record<MailTls, string> = { tls: 'TLS', starttls: 'STARTTLS' }

export function LetterFields(props: FieldsProps) {
  const wired = wiredTo(props)
  return (
    <>
      <TextField
        label="Emails come from"
        required
        hint="Such as Our Farm <orders@farm.example>. It must be an address you may send for."
        autoCapitalize="none"
        spellCheck={false}
        {...wired('from')}
      />
      <TextField
        label="Send the test letter to"
        required
        type="email"
        autoComplete="email"
        {...wired('testTo')}
      />
    </>
  )
}

type WaitedChoiceProps = {
  waiting: MailSetup['waiting']
  waited: WaitingMails
  onChoose: (waited: WaitingMails) => void
}

/** Nobody wants a week of old mails at once. */
export function WaitedChoice({ waiting: { recent, older }, waited, onChoose }: WaitedChoiceProps) {
  if (recent + older === 0) return null
  return (
    <Field
      label="Emails that waited"
      required
      hint={older > 0 ? `The ${older} older than a day will not be sent.` : undefined}
    >
      {() => (
        <Segments
          label="Emails that waited"
          name="waited"
          options={[
            ['send-recent', `Send the ${recent} of the last day`],
            ['drop', 'Send none'],
          ]}
          value={waited}
          onChoose={onChoose}
        />
      )}
    </Field>
  )
}
