/** The Black Hills behind the farm. They come with the styles, so that the first thing seen waits for no picture. */
export function Hills() {
  return (
    <div
      aria-hidden="true"
      className="hills absolute inset-x-0 bottom-0 h-[max(12.5rem,20.9vw)] sm:h-[max(18.75rem,20.9vw)]"
    />
  )
}
