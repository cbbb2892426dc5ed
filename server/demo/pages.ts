export type DemoPage = {
  title: string
  metaDescription: string
  /** Drawn for the demo, above the text. */
  picture?: { name: string; text: string }
  content: string
}

export const DEMO_PAGES: DemoPage[] = [
  {
    title: 'Our farm',
    metaDescription:
      'Forty acres of grass and garden at the southern edge of the Black Hills, and one table at the Saturday market.',
    picture: { name: 'farm', text: 'The barn, and the hens on fresh grass' },
    content: `<p>We are a small farm near Hot Springs, South Dakota, between the pines and the prairie. There are hens, ducks and quail, two acres of vegetables, an unheated greenhouse, a bakehouse that used to be the milk parlor, and a kitchen where something is always simmering.</p>
<p>Everything in this shop was grown, gathered, baked or put up by us. When it’s gone, it’s gone until next week.</p>
<h2>A week here</h2>
<p>The stall on Saturday is the end of a week that goes much the same all year:</p>
<ul>
<li><strong>Monday and Tuesday</strong> belong to the beds: sowing, weeding, and moving the hens to fresh grass.</li>
<li><strong>Wednesday</strong> is for jars and cheese. What ripened faster than we could sell it becomes pickles, kraut or a pot of soup for ourselves.</li>
<li><strong>Thursday</strong> we smoke chilies and cheese over applewood, and grind and mix the seasonings.</li>
<li><strong>Friday</strong> we pull carrots, pick tomatoes and wash greens. At night the bagels are boiled and baked.</li>
<li><strong>Saturday</strong> is market day.</li>
</ul>
<h2>How we grow</h2>
<p>We spray nothing on what you eat. Beds are fed with our own compost, beetles are picked by hand, and the ducks look after the slugs. A late frost or a hailstorm can take a bed from us in ten minutes, and then you’ll find fewer beans at the stall and an honest word about it.</p>
<blockquote><p>If we wouldn’t eat it at our own table on Sunday, it doesn’t go to the stall on Saturday.</p></blockquote>
<p>Come and say hello at the market. There are usually bagel ends to try.</p>`,
  },
  {
    title: 'Pickup and delivery',
    metaDescription:
      'Order during the week, pick up on Saturday, or have us deliver in the Hot Springs area.',
    content: `<p>You pay when you order, and we put your things aside so nobody can buy them out from under you. Then there are three ways to get them.</p>
<table>
<thead>
<tr><th scope="col">Where</th><th scope="col">When</th><th scope="col">Costs</th></tr>
</thead>
<tbody>
<tr><td>Farmers market</td><td>Saturday, 9am to noon</td><td>free</td></tr>
<tr><td>Farm store</td><td>Saturday, 2pm to 5pm</td><td>free</td></tr>
<tr><td>Delivery in the Hot Springs area</td><td>we set up a day with you</td><td>$5, on orders of $20 or more</td></tr>
</tbody>
</table>
<h2>Picking up</h2>
<ol>
<li>Choose the farmers market or the farm store at checkout. You’ll see the date there.</li>
<li>Bring your order number or just your name.</li>
<li>Bring a bag, and if you like, last week’s egg cartons and empty jars. We use them again.</li>
</ol>
<p>The market stall is open longer than the pickup window. Your box is packed and waiting behind the table, so you don’t have to stand in line.</p>
<h2>Delivery</h2>
<p>We drive to the Hot Springs area ourselves, with eggs and cheese in a cooler. We deliver orders of $20 or more for $5, however much you order. If a dog, a gate or a long drive is involved, please tell us in the notes.</p>
<h2>If something comes up</h2>
<p>Until ordering closes on Friday night you can cancel your order or take things off it yourself, on your receipt, and we’ll refund you. After that, call us as soon as you know you can’t make it; the number is at the bottom of the home page.</p>`,
  },
  {
    title: 'How we keep hens',
    metaDescription: 'Grass by day, the barn by night, and a dog who takes the foxes personally.',
    content: `<p>Our flock is about a hundred and forty hens of mixed breeds, which is why a carton holds brown eggs and cream ones. They live the way hens like to: scratching, dust-bathing and complaining.</p>
<h2>Out on grass</h2>
<p>In the morning we open the barn and the hens walk out to a strip of pasture inside a light net fence. Every few days the fence moves on, so they always have clean grass, and the strip behind them has weeks to grow back. In deep snow they stay in the barn’s sun porch with hay to scratch in.</p>
<h2>What they eat</h2>
<ul>
<li>grass, clover, beetles and whatever else is slow enough</li>
<li>a feed of wheat, peas and oats, mixed for us by a mill one county over</li>
<li>oyster shell for strong eggs, and greens from the garden in winter</li>
</ul>
<p>They get no medicine in their feed and nothing to color the yolks. In spring the yolks are nearly orange; in January they are paler. That is the grass, or the want of it.</p>
<h2>Fewer eggs in winter</h2>
<p>A hen lays by the light of day. We don’t keep lamps on at night to talk her out of it, so from November to February there are fewer eggs, and the cartons sell out early. Order on Monday if your Sunday depends on it.</p>
<h2>And the ducks and quail?</h2>
<p>A dozen ducks patrol the garden for slugs and sleep in a house of their own. The quail live in roomy aviaries with sand and brush, safe from hawks.</p>`,
  },
  {
    title: 'Allergens and storage',
    metaDescription:
      'What’s in it, what it was baked next to, and how to keep it good until you eat it.',
    content: `<p>We bake, smoke and mix in one small kitchen. It holds wheat, milk, eggs, sesame and mustard, and we clean well between batches, but we can’t promise that no trace travels. If an allergy is serious, please call us before you order.</p>
<h2>What contains what</h2>
<table>
<thead>
<tr><th scope="col">Product</th><th scope="col">Contains</th></tr>
</thead>
<tbody>
<tr><td>All bagels</td><td>wheat; sesame, on them or baked alongside</td></tr>
<tr><td>All cheeses, Dill Ranch Mix</td><td>milk</td></tr>
<tr><td>Everything Bagel Spice</td><td>sesame</td></tr>
<tr><td>Dill Pickles</td><td>mustard</td></tr>
<tr><td>Hen, duck and quail eggs</td><td>egg</td></tr>
</tbody>
</table>
<h2>Keeping it fresh</h2>
<h3>In the refrigerator</h3>
<ul>
<li>Hen’s eggs five weeks, quail eggs four. Point down, in their carton.</li>
<li>Farmers cheese two weeks, herb cheese ten days, smoked cheese three weeks.</li>
<li>Sauerkraut always, because it’s alive; opened pickles and beets, too.</li>
<li>Carrots three weeks with the tops twisted off, kale a week in a damp towel.</li>
</ul>
<h3>Not in the refrigerator</h3>
<ul>
<li>Tomatoes lose their flavor there. Keep them on the counter, stem side down.</li>
<li>Potatoes like it dark and cool, squash cool and dry.</li>
<li>Bagels turn stale faster when cold: eat them within two days, or slice and freeze them.</li>
</ul>
<h3>On the windowsill</h3>
<p>Shoots and microgreens come as living trays. Water them from below, snip what you need, and rinse it before eating.</p>`,
  },
]
