import { useSettings } from '#web/api/shop-queries.ts'
import { ServerPart } from '#web/ui/server-part.tsx'
import { useNextPickup } from './follow-next-pickup.ts'
import { PickupLine } from './pickup-line.tsx'

export function NextPickup() {
  const timeZone = useSettings()('time_zone')
  useNextPickup(timeZone)
  return (
    <ServerPart id="next">{import.meta.env.SSR && <PickupLine timeZone={timeZone} />}</ServerPart>
  )
}
