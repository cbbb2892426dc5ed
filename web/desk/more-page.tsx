import {
  CalendarDays,
  CircleDollarSign,
  ExternalLink,
  FileText,
  Globe,
  type LucideIcon,
  Settings,
  Users,
} from 'lucide-react'
import { SignOutButton } from './account/sign-out-button.tsx'
import { CARD, CardRow } from './shared/card.tsx'
import { usePersonHere } from './shared/desk-session.ts'
import { type Work, WorkRow } from './shared/work-row.tsx'

const GROUPS: readonly { title: string; isNamed?: true; rows: readonly Work[] }[] = [
  {
    title: 'The farm',
    rows: [
      row('#customers', 'Customers', 'People, letter, questions', Users),
      row('#money', 'Money', 'By card, cash, other · bookkeeper’s file', CircleDollarSign),
      row('#calendar', 'Market days & places', 'Dates, days off, pickup spots', CalendarDays),
    ],
  },
  {
    title: 'Your website',
    isNamed: true,
    rows: [
      row('#settings/website', 'Words, pictures, video', 'What your shop says', Globe),
      row('#pages', 'Pages', 'Your farm, privacy and others', FileText),
      row('/', 'View shop', 'As customers see it', ExternalLink),
    ],
  },
  {
    title: 'Settings',
    rows: [row('#settings', 'Settings', 'Farm, money, email, people, backup', Settings)],
  },
]

function row(href: string, title: string, detail: string, Icon: LucideIcon): Work {
  return { name: href, tone: 'plain', href, title, detail, Icon }
}

/** What a phone's bar has no room for; a laptop has it at its side. */
export function MorePage() {
  const person = usePersonHere()
  return (
    <>
      <h2 className="py-3 text-2xl">More</h2>
      <div className="grid gap-4 md:max-w-xl">
        {GROUPS.map(({ title, isNamed, rows }) => (
          <section key={title} aria-label={title}>
            {isNamed && <h3 className="mb-1.5 px-1 font-sans text-base font-semibold">{title}</h3>}
            <ul className={`overflow-hidden ${CARD}`}>
              {rows.map((one) => (
                <CardRow key={one.name}>
                  <WorkRow work={one} />
                </CardRow>
              ))}
            </ul>
          </section>
        ))}
        <p className="flex flex-wrap items-center justify-between gap-x-4 px-1 text-bark-deep">
          <span>{person?.name}, signed in on this phone</span>
          <SignOutButton />
        </p>
      </div>
    </>
  )
}
