import { NoShowsView } from '#web/desk/no-shows/no-shows-view.tsx'

export function NoShows({ dayId }: { dayId: number }) {
  return (
    <section aria-labelledby="no-shows" className="grid gap-3">
      <h2 id="no-shows" className="text-2xl">
        No-shows
      </h2>
      <NoShowsView dayId={dayId} />
    </section>
  )
}
