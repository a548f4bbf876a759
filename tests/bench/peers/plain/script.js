const steps = [...document.querySelectorAll('[data-step]')]
const answers = {}
let at = 0

const skipped = {
  3: () => answers.injured !== 'Yes',
  4: () => answers.injury_age === 'More than 3 years',
}

addEventListener('submit', (event) => {
  event.preventDefault()
  const form = steps[at]
  const message = problem(form)
  say(form, message)
  if (message !== '') return
  read(form, event.submitter)
  move(form)
})

function problem(form) {
  for (const control of form.elements) {
    if (control.type === 'checkbox') {
      if (!form.querySelector('input:checked')) return 'One option is required'
      continue
    }
    const { validity } = control
    if (validity.valueMissing) return `${nameOf(control)} is required`
    if (validity.tooShort || control.value.length < (control.minLength ?? 0))
      return `${nameOf(control)} must have at least ${control.minLength} characters`
    if (!validity.valid) return `${nameOf(control)} is not valid`
  }
  return ''
}

function nameOf(control) {
  return control.labels?.[0]?.firstChild?.textContent.trim() || 'An answer'
}

function say(form, message) {
  form.querySelector('.error').textContent = message
  if (message !== '') form.querySelector(':invalid, input')?.focus()
}

function read(form, submitter) {
  const data = new FormData(form, submitter?.name ? submitter : undefined)
  for (const name of new Set(data.keys())) {
    const values = data.getAll(name)
    answers[name] = name === 'injuries' ? values : values[0]
  }
  sessionStorage.setItem('answers', JSON.stringify(answers))
}

function move(form) {
  do at += 1
  while (skipped[at]?.())
  form.hidden = true
  const next = steps[at]
  next.hidden = false
  next.querySelector('h1').focus({ preventScroll: true })
  scrollTo(0, 0)
  document.querySelector('progress').value = at
}

function fill(name, options) {
  const select = document.querySelector(`[name="${name}"]`)
  select.disabled = options.length === 0
  select.replaceChildren(new Option('Choose', ''), ...options.map((option) => new Option(option)))
}

const numbered = (prefix, count) => Array.from({ length: count }, (_, n) => `${prefix} ${n + 1}`)

addEventListener('change', ({ target }) => {
  const { name, value } = target
  if (name === 'vehicle.year') {
    fill('vehicle.make', value ? numbered('Make', 40) : [])
    fill('vehicle.model', [])
  }
  if (name === 'vehicle.make') fill('vehicle.model', value ? numbered(`${value} model`, 30) : [])
})

addEventListener('input', ({ target }) => {
  if (target.type !== 'tel') return
  const digits = target.value.replace(/\D/g, '')
  const [a, b, c] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)]
  target.value = c ? `(${a}) ${b}-${c}` : b ? `(${a}) ${b}` : a
})
