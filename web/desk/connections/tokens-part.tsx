import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import {
  MAX_TOKEN_NAME,
  TOKEN_DAYS,
  TOKEN_SCOPES,
  type Token,
  type TokenDraft,
  tokenDraft,
  tokens,
} from '#contract/people/tokens.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { CardRow, RowText } from '../shared/card.tsx'
import { CheckList } from '../shared/check-field.tsx'
import { AddressContext, type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useChange } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { ConnectionList } from './connection-list.tsx'
import { SecretDialog } from './secret-dialog.tsx'

export function TokensPart() {
  return (
    <ConnectionList
      query={useQuery({ ...query(tokens.list), staleTime: 0 })}
      what="tokens"
      about="A token lets another program work with your shop, such as a spreadsheet or your bookkeeper’s software, without your password. It may do only what you choose, and you can end it at any time."
      empty="No program has a token yet."
      label="API tokens"
      Row={TokenRow}
      make="Make a token"
      address="connections/new-token"
      Form={NewTokenDialog}
    />
  )
}

function TokenRow({ row: token }: { row: Token }) {
  const dates = useFarmDates()
  const end = useChange({
    send: () => call(tokens.end, { params: { id: token.id } }),
    done: 'The token was ended',
    failed: 'Not ended',
    refreshes: [tokens.list],
  })
  const may = token.scopes.map((scope) => TOKEN_SCOPES[scope]).join('. ')
  return (
    <CardRow className="flex flex-wrap items-center gap-3 px-4 py-3">
      <RowText title={token.name} note={`${may}. ${stateOf(token, dates)}`} className="basis-52" />
      {token.endedAt === null && (
        <Button
          variant="quiet"
          size="sm"
          busy={end.isPending}
          aria-label={`End the token ${token.name}`}
          onClick={() => end.mutate()}
        >
          End
        </Button>
      )}
    </CardRow>
  )
}

function stateOf(
  { endedAt, endsAt, usedAt, usedFrom }: Token,
  { formatMoment }: FarmDates,
): string {
  const used = usedAt ? `Last used ${formatMoment(usedAt)} from ${usedFrom}` : 'Never used'
  if (endedAt) return `${used}. Ended ${formatMoment(endedAt)}.`
  if (!endsAt) return `${used}. Works until you end it.`
  const isOver = endsAt <= new Date().toISOString()
  return `${used}. ${isOver ? 'Stopped working' : 'Works until'} ${formatMoment(endsAt)}.`
}

const DAYS = TOKEN_DAYS.map(
  (days) => [`${days}`, days ? `${days} days` : 'Until I end it'] as const,
)

type Typed = Pick<TokenDraft, 'name' | 'scopes'> & { days: string }

const NO_TOKEN: Typed = { name: '', scopes: [], days: '90' }

function NewTokenDialog(dialog: DialogProps) {
  const addressed = use(AddressContext)
  const [typed, setTyped] = useDraft('typed', NO_TOKEN)
  const create = useChange({
    send: (body: TokenDraft) => call(tokens.create, { body }),
    done: 'Token made',
    failed: 'No token was made',
    refreshes: [tokens.list],
    isSecret: true,
    onDone: () => addressed?.forget(),
  })
  const { form, send, errors, wires } = useCheckedForm(create)
  const fields = wires(typed, setTyped)
  const wired = wiredTo(fields)
  const submit = () => {
    const checked = tokenDraft.safeParse({ ...typed, days: JSON.parse(typed.days) })
    send(errorsIn(checked), checked.data)
  }
  if (create.data)
    return (
      <SecretDialog
        {...dialog}
        title={`Token for ${create.data.name}`}
        what="token"
        secret={create.data.token}
        description="Copy it into the other program now: it is not shown again. Whoever has it may do what you chose, so send it to nobody else and never put it into a web page."
      />
    )
  return (
    <FormDialog
      title="Make a token"
      {...dialog}
      isTouched={() => typed.name !== '' || typed.scopes.length > 0}
      form={form}
      onSubmit={submit}
      save={{ label: 'Make the token', busy: create.isPending, busyLabel: 'Making it…' }}
    >
      <div className="grid gap-5">
        <TextField
          label="What it is for"
          hint="Such as “Bookkeeping”. Activity shows this name beside what the program did."
          required
          maxLength={MAX_TOKEN_NAME}
          {...wired('name')}
        />
        <CheckList
          legend="What it may do"
          labels={TOKEN_SCOPES}
          chosen={typed.scopes}
          error={errors.scopes}
          onChange={(scopes) => fields.onType({ ...typed, scopes })}
        />
        <SelectField label="How long it works" required options={DAYS} {...wired('days')} />
      </div>
    </FormDialog>
  )
}
