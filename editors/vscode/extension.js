// Starts `isa-mc lsp` and leaves everything else to it.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function makeClient() {
  const settings = vscode.workspace.getConfiguration("isa-mc");
  const server = { command: settings.get("path") || "isa-mc", args: ["lsp"] };
  const options = {
    documentSelector: [{ language: "isa" }, { language: "gpu-assembly" }],
    initializationOptions: { cpu: settings.get("cpu"), syntax: settings.get("syntax") },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.isa") },
  };
  return new LanguageClient("isa-mc", "isa-mc", server, options);
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(
      `isa-mc: the language server does not start (${error.message}). ` +
        "Install isa-mc, or say where it is with the setting isa-mc.path.",
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.stop();
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("isa-mc.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("isa-mc")) return restart();
    }),
  );
  await start();
};

exports.deactivate = stop;
