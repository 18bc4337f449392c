local tickflow = require "tickflow"

tickflow.body("draft", function() return "see you on friday" end)
tickflow.body("polish", function(letter) return letter:sub(1, 1):upper() .. letter:sub(2) .. "." end)
tickflow.body("sign", function(letter) return letter .. " Ada" end)
tickflow.body("send", function(letter) return "sent: " .. letter end)
