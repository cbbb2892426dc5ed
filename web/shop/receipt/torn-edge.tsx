/** Twenty-four teeth from side to side; they begin above, to cover the straight line of the slip. */
const TEETH = `M0 -1v1${'l5 9l5 -9'.repeat(24)}v-1`

export function TornEdge() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 10"
      preserveAspectRatio="none"
      overflow="visible"
      className="block h-3.5 w-full"
    >
      <path d={TEETH} fill="#fffdf8" stroke="#e6dcc8" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
