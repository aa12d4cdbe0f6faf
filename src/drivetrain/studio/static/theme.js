// @ts-check
/** Light, dark, or as the system is. */

const KEY = "drivetrain-studio-theme";

/**
 * @param {HTMLElement} button
 * @param {() => void} repaint
 */
export function setUp(button, repaint) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = localStorage.getItem(KEY);
    root.dataset.theme = chosen ?? (system.matches ? "dark" : "light");
  };
  const change = () => { apply(); repaint(); };
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, root.dataset.theme === "dark" ? "light" : "dark");
    change();
  });
  system.addEventListener("change", change);
  apply();
}
