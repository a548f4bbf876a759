/** Methods that the visitor's scripts use and the oldest supported browsers lack: iOS 15, Chrome 90, Samsung Internet 15, Firefox ESR.
 *  Also what a browser's own translation breaks. The app imports this first. The build refuses other newer ones: vite.config.ts. */

/** Adds a method unless the browser has it. */
function add<T extends object>(owner: T, name: string, method: unknown): void {
  if (!(name in owner))
    Object.defineProperty(owner, name, { value: method, writable: true, configurable: true })
}

function at<T>(this: ArrayLike<T>, index: number): T | undefined {
  return this[index < 0 ? this.length + index : index]
}

function findLastIndex<T>(this: readonly T[], isIt: (item: T, index: number) => unknown): number {
  let index = this.length - 1
  while (index >= 0 && !isIt(this[index]!, index)) index -= 1
  return index
}

function findLast<T>(this: readonly T[], isIt: (item: T, index: number) => unknown): T | undefined {
  return this[findLastIndex.call(this, isIt as (item: unknown) => unknown)]
}

function timeout(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}

/** Submits as a press of a button does, so that the form is checked and its submit event fires. */
function requestSubmit(this: HTMLFormElement): void {
  const button = Object.assign(document.createElement('button'), { type: 'submit', hidden: true })
  this.append(button)
  button.click()
  button.remove()
}

/** Names the button of a submit event, where the browser doesn't. */
function nameSubmitters(): void {
  let pressed: HTMLButtonElement | null = null
  const note = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  addEventListener('click', note, true)
  addEventListener(
    'submit',
    (event) => {
      const submitter = pressed?.form === event.target ? pressed : null
      if (!('submitter' in event)) Object.defineProperty(event, 'submitter', { value: submitter })
    },
    true,
  )
}

/** Lets React remove and insert elements on a page that the browser translates. Chrome wraps each text in `<font>` elements, so the child that
 *  React names may be deeper than it was, or gone. React would throw, and the page would break. */
function tolerateTranslation(): void {
  const own = (name: 'insertBefore' | 'removeChild') =>
    Object.getOwnPropertyDescriptor(Node.prototype, name)?.value as (
      this: Node,
      ...nodes: (Node | null)[]
    ) => Node
  const [insertBefore, removeChild] = [own('insertBefore'), own('removeChild')]
  /** Child of `parent` that is or contains `node`; null if there is none. */
  const childOf = (parent: Node, node: Node | null) => {
    while (node && node.parentNode !== parent) node = node.parentNode
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const place = childOf(this, child)
    if (place) removeChild.call(this, place)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, childOf(this, before)) as T
  }
}

tolerateTranslation()
nameSubmitters()
add(Object, 'hasOwn', (owner: object, key: string) => Object.prototype.hasOwnProperty.call(owner, key))
add(Array.prototype, 'at', at)
add(String.prototype, 'at', at)
add(Array.prototype, 'findLast', findLast)
add(Array.prototype, 'findLastIndex', findLastIndex)
add(AbortSignal, 'timeout', timeout)
add(HTMLFormElement.prototype, 'requestSubmit', requestSubmit)
