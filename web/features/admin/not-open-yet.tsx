/** A part of the desk that is planned and not built. */
export function NotOpenYet({ title }: { title: string }) {
  return (
    <>
      <h2 className="text-2xl sm:text-3xl">{title}</h2>
      <p className="mt-3 text-bark-deep">This part of the desk is not open yet.</p>
    </>
  )
}
