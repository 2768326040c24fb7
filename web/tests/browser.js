// The page in a browser that has no network.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const DIST = resolve(process.env.ISA_PAGE ?? join(import.meta.dirname, "..", "dist"));

/** Milliseconds after which a browser is done with starting. */
const STARTED = 1500;

/**
 * Opens the page from the disk; gives it with what it complained of and asked for. What `isSettled`
 * is opened when the browser has done what it does when it starts.
 */
export async function open(hash = "", { isSettled = false } = {}) {
  const profile = await mkdtemp(join(tmpdir(), "isa-page-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: FLAGS,
    offline: true,
    viewport: { width: 1200, height: 900 },
  });
  const page = context.pages()[0] ?? await context.newPage();
  const complaints = [];
  const requests = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(request.url());
  });
  if (isSettled) await page.waitForTimeout(STARTED);
  await page.goto(pathToFileURL(join(DIST, "index.html")).href + hash);
  await page.locator("#loading").waitFor({ state: "hidden", timeout: 60_000 });
  return { page, complaints, requests, close: () => context.close() };
}
