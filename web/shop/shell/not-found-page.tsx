import { useSettings } from '#web/api/shop-queries.ts'
import { NothingHere } from '#web/ui/nothing-here.tsx'

/** For any path without a page (specification, section 2). */
export function NotFoundPage() {
  return (
    <NothingHere
      title="404 Page Not Found"
      description={`There is no such page at ${useSettings()('farm_name')}.`}
      text="This crate is empty. If you are building this page: did you forget to add it to the router?"
    />
  )
}
