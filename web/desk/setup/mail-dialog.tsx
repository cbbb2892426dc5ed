import { useState } from 'react'
import {
  MAIL_TLS,
  type MailChange,
  type MailSetup,
  type MailTls,
  mailChange,
  mailSettings,
  type WaitingMails,
} from '#contract/mail/mail-setup.ts'
import { mails } from '#contract/mail/mails.ts'
import { admin } from '#contract/people/admin.ts'
import { firstStepsOf } from '#contract/settings/first-steps.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Field, TextField } from '#web/ui/field.tsx'
import { PasswordField } from '../account/password-field.tsx'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import {
  errorsIn,
  type FieldErrors,
  useCheckedForm,
  type WiredProps,
  wiredTo,
} from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { Segments } from '../shared/segments.tsx'
import { useChange } from '../shared/use-change.ts'

const PORTS: Record<MailTls, string> = { tls: '465', starttls: '587' }

/** The mail server's fields; it is used once a test email went through it. */
export function MailDialog({ mail, ...dialog }: DialogProps & { mail: MailSetup }) {
  const [first] = useState(() => typedOf(mail))
  const [typed, setTyped] = useDraft('typed', first)
  const [waited, setWaited] = useState<WaitingMails>('send-recent')
  const save = useChange({
    send: (body: MailChange) => call(mailSettings.change, { body }),
    done: () => ({ title: 'Email works', description: 'The test email was sent.' }),
    failed: 'Email settings not changed',
    refreshes: [mailSettings.show, firstStepsOf.show, admin.notices, mails.list],
    isSecret: true,
    onDone: dialog.onClose,
  })
  const { form, send, errors, textOf, secret } = useCheckedForm(save)
  const wired = wiredTo({ typed, onType: setTyped, errors })
  const submit = () => {
    const password = textOf('password')
    const body = {
      ...typed,
      port: typedNumber(typed.port),
      waited,
      ...(password === '' ? {} : { password }),
    }
    send(errorsIn(mailChange.safeParse(body)), body)
  }
  return (
    <FormDialog
      title="Email"
      description="The shop sends a test email first. Only when that goes through are these settings used, at once and without a restart; until then nothing changes."
      {...dialog}
      isTouched={() => typed !== first}
      form={form}
      onSubmit={submit}
      save={{
        label: 'Send the test email and save',
        busy: save.isPending,
        busyLabel: 'Sending the test email…',
      }}
    >
      <div className="grid gap-5">
        <ServerFields typed={typed} onType={setTyped} errors={errors} />
        <PasswordField
          label="Password at the mail server"
          hint={mail.hasPassword ? 'Leave it empty to keep the one that is stored.' : NO_PASSWORD}
          autoComplete="new-password"
          {...secret('password')}
        />
        <TextField
          label="Emails come from"
          required
          hint="Such as Our Farm <orders@farm.example>. It must be an address you may send for."
          autoCapitalize="none"
          spellCheck={false}
          {...wired('from')}
        />
        <TextField
          label="Send the test email to"
          required
          type="email"
          autoComplete="email"
          {...wired('testTo')}
        />
        <WaitedChoice waiting={mail.waiting} waited={waited} onChoose={setWaited} />
        <WhyNot failure={save.error} errors={errors} />
      </div>
    </FormDialog>
  )
}

const NO_PASSWORD = 'Many providers ask for an app password, made in your account there.'

function typedOf({ host, port, user, from, testTo, tls }: MailSetup): Typed {
  return { host, port: port === 0 ? PORTS[tls] : String(port), tls, user, from, testTo }
}

/** What no field can show. */
export function WhyNot({ failure, errors }: { failure: Error | null; errors: FieldErrors }) {
  if (!failure || Object.values(errors).some(Boolean)) return null
  return (
    <Notice tone="failure" role="alert">
      {sentenceOf(failure)} Nothing was changed.
    </Notice>
  )
}

type Typed = Record<'host' | 'port' | 'user' | 'from' | 'testTo', string> & { tls: MailTls }

function ServerFields(props: WiredProps<Typed>) {
  const { typed, onType, errors } = props
  const wired = wiredTo(props)
  const chooseTls = (tls: MailTls) => {
    const hasOwnPort = typed.port !== '' && typed.port !== PORTS[typed.tls]
    onType({ ...typed, tls, port: hasOwnPort ? typed.port : PORTS[tls] })
  }
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
      <Field label="Encryption" required error={errors.tls}>
        {() => (
          <Segments
            label="Encryption"
            name="tls"
            options={MAIL_TLS.map((one) => [one, TLS_LABELS[one]] as const)}
            value={typed.tls}
            onChoose={chooseTls}
          />
        )}
      </Field>
      <TextField label="Port" required inputMode="numeric" {...wired('port')} />
      <TextField
        label="User"
        hint="Often the whole email address."
        autoCapitalize="none"
        spellCheck={false}
        {...wired('user')}
      />
    </>
  )
}

const TLS_LABELS: Record<MailTls, string> = { tls: 'TLS', starttls: 'STARTTLS' }

type WaitedChoiceProps = {
  waiting: MailSetup['waiting']
  waited: WaitingMails
  onChoose: (waited: WaitingMails) => void
}

/** Nobody wants a week of old email at once. */
function WaitedChoice({ waiting: { recent, older }, waited, onChoose }: WaitedChoiceProps) {
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
