import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, Capabilities, error, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { Act } from '../journeys/acts.ts'
import { inSight, PHONE, WAIT_MS, type Engine, type Window } from './browser.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const SCREEN = '/usr/bin/Xvfb'
export const WEBKIT_NEEDS = { [DRIVER]: 'webkit2gtk-driver', [SCREEN]: 'xvfb' }

/** WebKitGTK's MiniBrowser through its driver, on its own screen. */
export async function webkit(): Promise<Engine> {
  const display = `:${freeDisplay()}`
  const screen = spawn(SCREEN, [display, '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  })
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
    stdio: 'ignore',
  })
  const server = `http://127.0.0.1:${port}`
  await answers(`${server}/status`)
  return {
    name: 'WebKit',
    needs: WEBKIT_NEEDS,
    openWindow: () => windowOf(server),
    end: async () => {
      await ended(driver)
      await ended(screen)
    },
  }
}

async function windowOf(server: string): Promise<Window> {
  const capabilities = new Capabilities({ browserName: 'MiniBrowser' })
  const driver = await new Builder().usingServer(server).withCapabilities(capabilities).build()
  await driver.manage().window().setRect(PHONE)
  return {
    open: (address) => driver.get(address),
    until: async (expression) =>
      void (await driver.wait(() => isTrue(driver, expression), WAIT_MS, expression)),
    act: (act) => perform(driver, act),
    press: async (selector) => click(driver, await find(driver, selector)),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    complaints: [],
    close: () => driver.quit(),
  }
}

async function isTrue(driver: WebDriver, expression: string): Promise<boolean> {
  // There is no document between two pages.
  return driver.executeScript<boolean>(`return Boolean(${expression})`).catch(() => false)
}

async function find(driver: WebDriver, selector: string): Promise<WebElement> {
  await driver.wait(() => isTrue(driver, inSight(selector)), WAIT_MS, selector)
  return driver.executeScript<WebElement>(`return ${inSight(selector)}`)
}

async function perform(driver: WebDriver, act: Act): Promise<void> {
  if (act.kind === 'choose' && act.ifShown && !(await isTrue(driver, inSight(act.selector)))) return
  const control = await find(driver, act.selector)
  if (act.kind === 'press') await click(driver, control)
  else if (act.kind === 'tick') await driver.executeScript('arguments[0].labels[0].click()', control)
  else if (act.kind === 'type') await control.sendKeys(act.value)
  else {
    const value = JSON.stringify(act.value)
    await control.findElement(By.xpath(`./option[@value=${value} or normalize-space()=${value}]`)).click()
  }
}

/** Clicks as a person does: scrolls to the control and presses once it stops moving. The driver refuses elements that move in from below
 *  the screen. */
async function click(driver: WebDriver, control: WebElement): Promise<void> {
  await driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", control)
  const pressed = () =>
    control.click().then(
      () => true,
      (reason: unknown) => {
        if (reason instanceof error.ElementNotInteractableError) return false
        throw reason
      },
    )
  await driver.wait(pressed, WAIT_MS, 'a control that can be pressed')
}

/** A free display; each X server leaves a lock. */
function freeDisplay(): number {
  let display = 90
  while (existsSync(`/tmp/.X${display}-lock`)) display++
  return display
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

async function answers(address: string): Promise<void> {
  const until = Date.now() + WAIT_MS
  for (;;) {
    try {
      return void (await fetch(address))
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(100)
    }
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill()
  await once(child, 'exit')
}
