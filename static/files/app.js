// First-party behaviour. Every page works without it: it only shortens the way.
(function () {
  "use strict";

  function note(text) {
    var box = document.getElementById("toast");
    if (box) box.textContent = text;
  }

  // [data-copy] copies the page's address, or the value of the field it names,
  // and says so. Where the clipboard is refused the field is selected instead.
  function copy(button) {
    var field = document.getElementById(button.dataset.copy);
    var text = field ? field.value : location.href;
    var failed = function () { if (field) { field.focus(); field.select(); } };
    if (!navigator.clipboard) return failed();
    navigator.clipboard.writeText(text).then(function () { note(button.dataset.done || ""); }, failed);
  }

  // Browsers without invoker commands open and close dialogs here.
  function command(button) {
    if ("commandForElement" in HTMLButtonElement.prototype) return;
    var dialog = document.getElementById(button.getAttribute("commandfor"));
    if (!dialog || !dialog.showModal) return;
    if (button.getAttribute("command") === "show-modal") dialog.showModal();
    if (button.getAttribute("command") === "close") dialog.close();
  }

  document.addEventListener("click", function (event) {
    // The other language opens where the reader is on the page.
    var language = event.target.closest("#lang");
    if (language) language.hash = location.hash;
    var button = event.target.closest("[data-copy],[commandfor],[data-print]");
    if (!button) return;
    if ("copy" in button.dataset) copy(button);
    else if ("print" in button.dataset) window.print();
    else command(button);
  });

  // [data-pair] is a slider beside the number field it names: each follows the other.
  document.addEventListener("input", function (event) {
    var name = event.target.dataset.pair;
    var other = name ? document.getElementById(name) : document.querySelector('[data-pair="' + event.target.id + '"]');
    if (other) other.value = event.target.value;
  });

  // The theme form posts to the server; here the choice shows at once.
  document.addEventListener("change", function (event) {
    if (event.target.name !== "theme" || !event.target.form) return;
    var choice = event.target.value;
    if (choice === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
    fetch(event.target.form.action, { method: "POST", body: new URLSearchParams(new FormData(event.target.form)), redirect: "manual" });
  });

  // The server names where the focus goes: HX-Trigger-After-Settle: {"focus":"#id"}.
  document.addEventListener("focus", function (event) {
    var wanted = event.detail && event.detail.value;
    var element = wanted && document.querySelector(wanted);
    if (element) element.focus();
  });

  // What is left blank is no part of an address.
  document.addEventListener("htmx:configRequest", function (event) {
    var data = event.detail.formData;
    if (event.detail.verb !== "get" || !data) return;
    new Set(data.keys()).forEach(function (name) {
      var values = data.getAll(name);
      data.delete(name);
      values.forEach(function (value) { if (value !== "") data.append(name, value); });
    });
  });

  // form[data-sync] follows the address where a link changed it: fields that the
  // answer does not replace take their values from there, save the one in use.
  function sync(event) {
    var form = document.querySelector("form[data-sync]");
    if (!form) return;
    var query = new URL(event.detail.path, location.href).searchParams;
    Array.prototype.forEach.call(form.elements, function (field) {
      if (!field.name || field === document.activeElement) return;
      var value = query.get(field.name) || "";
      if (field.type === "radio") field.checked = field.checked || field.value === value;
      else if (/^(text|search)$/.test(field.type)) field.value = value;
      else if (field.type === "select-one" && field.querySelector('option[value="' + CSS.escape(value) + '"]')) field.value = value;
    });
  }
  document.addEventListener("htmx:pushedIntoHistory", sync);
  document.addEventListener("htmx:replacedInHistory", sync);

  // An answer fills the messages (.err) beside fields it does not replace: a field
  // is marked as wrong as long as a message that describes it says something.
  document.addEventListener("htmx:afterSettle", function () {
    document.querySelectorAll("form [aria-describedby]").forEach(function (field) {
      var messages = field.getAttribute("aria-describedby").split(" ").map(function (id) { return document.getElementById(id); })
        .filter(function (element) { return element && element.classList.contains("err"); });
      if (!messages.length) return;
      if (messages.some(function (element) { return element.textContent.trim(); })) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    });
  });

  // progress[data-upload] shows how much of a file has been sent.
  document.addEventListener("htmx:xhr:progress", function (event) {
    var bar = event.target.querySelector && event.target.querySelector("progress[data-upload]");
    if (bar && event.detail.lengthComputable) bar.value = event.detail.loaded / event.detail.total;
  });

  // form[data-keep] writes its answer into the address before it leads on, so that
  // the browser's way back shows it. The attribute is the step of the question.
  document.addEventListener("htmx:beforeRequest", function (event) {
    var form = event.target;
    if (!form.matches("form[data-keep]")) return;
    var query = new URL(location.href).searchParams, data = new FormData(form);
    data.delete("step");
    data.forEach(function (_, name) { query.delete(name); });
    data.forEach(function (value, name) { if (value !== "") query.append(name, value); });
    query.set("step", form.dataset.keep);
    history.replaceState(history.state, "", location.pathname + "?" + query);
  });

  // A lost connection keeps the old data on screen and says so.
  function lost() {
    var flash = document.getElementById("flash");
    var words = document.getElementById("flash-offline");
    if (flash && words) flash.replaceChildren(words.content.cloneNode(true));
  }
  document.addEventListener("htmx:sendError", lost);
  document.addEventListener("htmx:timeout", lost);
  document.addEventListener("htmx:beforeRequest", function (event) {
    var flash = document.getElementById("flash");
    if (flash) flash.replaceChildren();
    var target = event.detail.target;
    if (target) target.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    var target = event.detail.target;
    if (target) target.removeAttribute("aria-busy");
  });
})();
