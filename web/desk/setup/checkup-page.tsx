import { useQuery } from '@tanstack/react-query'
import { checkupOf, type Finding } from '#contract/settings/checkup.ts'
import { query } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card, QueryStates } from '../shared/card.tsx'

const STATES = { ok: 'OK', warning: 'Look at this', wrong: 'Wrong' } as const
const LOOKS = { ok: 'default', warning: 'secondary', wrong: 'destructive' } as const

/** The list of `farmstand doctor`. */
export function CheckupPage() {
  return (
    <Card aria-labelledby="checkup" className="grid gap-3">
      <h3 id="checkup" className="text-xl">
        Is everything set up right?
      </h3>
      <QueryStates what="the checkup" query={useQuery(query(checkupOf.show))}>
        {(findings) => (
          <ul className="grid gap-3">
            {findings.map((one) => (
              <FindingLine key={one.what} {...one} />
            ))}
          </ul>
        )}
      </QueryStates>
      <p className="text-bark-deep">
        For whoever helps you,{' '}
        <a href={checkupOf.report.path} download className="underline">
          a report
        </a>{' '}
        has this list and the last errors, without a name or a secret in it. If the desk does not
        open, <code>sudo farmstand report</code> writes it on the server.
      </p>
    </Card>
  )
}

function FindingLine({ what, state, found, fix, record }: Finding) {
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold">{what}</span>
        <Badge variant={LOOKS[state]}>{STATES[state]}</Badge>
      </p>
      <p className="text-bark-deep">{found}</p>
      {fix && <p>{fix}</p>}
      {record && (
        <code className="rounded-xl bg-paper px-3 py-2 font-mono text-[0.9375rem] whitespace-pre-line wrap-anywhere">
          {record}
        </code>
      )}
    </li>
  )
}
