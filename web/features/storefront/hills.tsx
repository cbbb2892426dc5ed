import hills from '#web/drawings/hills.svg?no-inline'

/** The Black Hills behind the farm. The picture is anchored at the right, so that barn and sun are whole on every screen. */
export function Hills() {
  return (
    <img
      src={hills}
      alt=""
      width={1440}
      height={300}
      fetchPriority="high"
      className="absolute inset-x-0 bottom-0 h-[max(12.5rem,20.9vw)] w-full max-w-none object-cover object-[100%_100%] sm:h-[max(18.75rem,20.9vw)]"
    />
  )
}
