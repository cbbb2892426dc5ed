import { formatBriefDay } from '#contract/date-format.ts'
import { useStall } from '../use-stall.ts'
import { StallMenu } from './stall-menu.tsx'

export function StallHeader() {
  const { phone, day } = useStall()
  const person = day?.people.find(({ id }) => id === phone?.by)?.name ?? phone?.grant?.person.name
  return (
    <header className="flex items-center gap-3 border-b border-straw px-3 py-2">
      <img src="/favicon.svg" alt="" className="size-9 shrink-0 rounded-full" />
      <div className="min-w-0 grow">
        <h1 className="truncate text-[1.1875rem]">
          {day ? `${formatBriefDay(day.marketDay.day)} · ${day.marketDay.placeName}` : 'The stall'}
        </h1>
        {phone?.grant && (
          <p className="truncate text-[0.9375rem] text-bark-deep">
            This phone: {phone.grant.label} · as <strong>{person}</strong>
          </p>
        )}
      </div>
      <StallMenu />
    </header>
  )
}
